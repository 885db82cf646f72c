// Reading from streams: any characters, until the input ends.
#include "stdio/stream.h"
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int fgetc(FILE *stream) {
  OPEN(stream);
  if (stream->__pushed) {
    int pushed = stream->__pushed - 1;
    stream->__pushed = 0;
    return pushed;
  }
  int c = __cassay_any_int("character read");
  __cassay_assume(c >= -1 && c <= 255);
  if (c == EOF)
    no_more_input(stream);
  return c;
}

int getc(FILE *stream) { return fgetc(stream); }

int _IO_getc(FILE *stream) { return fgetc(stream); }

int getc_unlocked(FILE *stream) { return fgetc(stream); }

int fgetc_unlocked(FILE *stream) { return fgetc(stream); }

int __uflow(FILE *stream) { return fgetc(stream); }

int getchar(void) { return fgetc(stdin); }

int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, FILE *stream) {
  OPEN(stream);
  // One character can always be pushed back (C17 7.21.7.10); more may fail.
  if (c == EOF || stream->__pushed)
    return EOF;
  stream->__pushed = (unsigned char)c + 1;
  stream->__at_end = 0;
  return (unsigned char)c;
}

int getw(FILE *stream) {
  OPEN(stream);
  return __cassay_any_int("word read");
}

char *fgets(char *restrict text, int size, FILE *restrict stream) {
  OPEN(stream);
  if (size <= 0)
    return NULL;
  if (__cassay_any_bool("no line can be read")) {
    no_more_input(stream);
    return NULL;
  }
  stream->__pushed = 0;
  size_t length = __cassay_any_size("length of the line read");
  __cassay_assume(length < (size_t)size && (length > 0 || size == 1));
  __cassay_havoc(text, length, "line read");
  text[length] = 0;
  if (__cassay_any_bool("the line ends with the input"))
    stream->__at_end = 1;
  return text;
}

char *fgets_unlocked(char *restrict text, int size, FILE *restrict stream) {
  return fgets(text, size, stream);
}

char *__fgets_chk(char *restrict text, size_t whole, int size, FILE *restrict stream) {
  return fgets(text, size, stream);
}

// The line read may have any length: only a reader without any input is safe.
char *gets(char *text) {
  if (__cassay_any_bool("no line can be read"))
    return NULL;
  size_t length = __cassay_any_size("length of the line read");
  __cassay_assume(length < SSIZE_MAX);
  __cassay_havoc(text, length, "line read");
  text[length] = 0;
  return text;
}

char *__gets_chk(char *text, size_t whole) { return gets(text); }

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  OPEN(stream);
  if (size == 0 || count == 0)
    return 0;
  CLAIM(count <= SIZE_MAX / size, "the size of the elements is representable");
  stream->__pushed = 0;
  size_t got = __cassay_any_size("number of elements read");
  __cassay_assume(got <= count);
  // An element that is read in part has any value.
  __cassay_havoc(bytes, got < count ? (got + 1) * size : got * size, "elements read");
  if (got < count)
    no_more_input(stream);
  return got;
}

size_t fread_unlocked(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}

size_t __fread_chk(void *restrict bytes, size_t whole, size_t size, size_t count,
                   FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter,
                 FILE *restrict stream) {
  OPEN(stream);
  if (!*line) {
    *size = 120;
    *line = malloc(*size);
    if (!*line)
      return -1;
  }
  if (__cassay_any_bool("no line can be read")) {
    no_more_input(stream);
    return -1;
  }
  stream->__pushed = 0;
  size_t length = __cassay_any_size("length of the line read");
  __cassay_assume(length > 0 && length < SSIZE_MAX / 2);
  // A new object has any contents; of an old one, what is behind the line is lost, too.
  if (*size < length + 1) {
    char *longer = malloc(length + 1);
    if (!longer)
      return -1;
    free(*line);
    *size = length + 1;
    *line = longer;
  } else
    __cassay_havoc_object(*line, "line read");
  (*line)[length] = 0;
  if (__cassay_any_bool("the line ends with the input"))
    stream->__at_end = 1;
  return (ssize_t)length;
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream) {
  return getdelim(line, size, '\n', stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter,
                   FILE *restrict stream) {
  return getdelim(line, size, delimiter, stream);
}
