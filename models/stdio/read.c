// Reading from streams: arbitrary characters until the input ends.
#include "stdio/stream.h"
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int fgetc(FILE *stream) {
  OPEN(stream);
  return next(stream);
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
  if (c == EOF)
    return EOF;
  // One character can always be pushed back (C17 7.21.7.10); more may fail.
  if (stream->__pushed) {
    if (__cassay_any_bool("no room for a second character"))
      return EOF;
    if (stream->__pushed >> 40)
      __cassay_unsupported("more than four characters pushed back");
  }
  push(stream, (unsigned char)c);
  stream->__flags &= ~AT_END;
  return (unsigned char)c;
}

int getw(FILE *stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

// Reads at most `most` characters, up to a newline, and returns how many there were. Without any, or after
// an error, there is no line.
static size_t read_line(FILE *stream, char *text, size_t most, _Bool *failed) {
  size_t length = take_pushed(stream, text, most, '\n');
  *failed = 0;
  if (length == most || (length > 0 && text[length - 1] == '\n') || stream->__flags & AT_END)
    return length;
  size_t count = __cassay_any_size("length of the line read");
  __cassay_assume(count <= most - length);
  __cassay_havoc_among(text + length, count, ~(1ull << '\n'), ~0ull, ~0ull, ~0ull, 'x',
                       "line read");
  length += count;
  if (length == most)
    return length;
  if (__cassay_any_bool("the input ends before the line")) {
    no_more_input(stream);
    *failed = (stream->__flags & AT_END) == 0;
  } else
    text[length++] = '\n';
  return length;
}

char *fgets(char *restrict text, int size, FILE *restrict stream) {
  OPEN(stream);
  if (size <= 0)
    return NULL;
  size_t length = 0;
  if (size > 1) {
    _Bool failed;
    length = read_line(stream, text, (size_t)size - 1, &failed);
    if (length == 0 || failed)
      return NULL;
  }
  text[length] = 0;
  return text;
}

char *fgets_unlocked(char *restrict text, int size, FILE *restrict stream) {
  return fgets(text, size, stream);
}

char *__fgets_chk(char *restrict text, size_t whole, int size, FILE *restrict stream) {
  return fgets(text, size, stream);
}

char *__fgets_unlocked_chk(char *restrict text, size_t whole, int size, FILE *restrict stream) {
  return fgets(text, size, stream);
}

// The line may have any length, so gets is safe only if there is no input.
char *gets(char *text) {
  _Bool failed;
  size_t length = read_line(stdin, text, SSIZE_MAX, &failed);
  if (length == 0 || failed)
    return NULL;
  if (text[length - 1] == '\n')
    length--;
  text[length] = 0;
  return text;
}

char *__gets_chk(char *text, size_t whole) { return gets(text); }

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  OPEN(stream);
  if (size == 0 || count == 0)
    return 0;
  CLAIM(count <= SIZE_MAX / size, "the size of the elements is representable");
  size_t wanted = size * count;
  size_t taken = take_pushed(stream, bytes, wanted, EOF);
  size_t got = __cassay_any_size("number of elements read");
  // A part of the element after the last complete one may have been read.
  size_t part = 0;
  if (size > 1) {
    part = __cassay_any_size("bytes of an element read in part");
    __cassay_assume(part < size);
  }
  __cassay_assume(got < count || (got == count && part == 0));
  size_t read = got * size + part;
  __cassay_assume(stream->__flags & AT_END ? read == taken : read >= taken);
  __cassay_havoc((char *)bytes + taken, read - taken, "elements read");
  if (read < wanted && !(stream->__flags & AT_END))
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

size_t __fread_unlocked_chk(void *restrict bytes, size_t whole, size_t size, size_t count,
                            FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}
