// Writing to streams. The data are discarded; the memory that they come from must be readable.
#include "stdio/stream.h"
#include <stdint.h>
#include <string.h>

int fputc(int c, FILE *stream) {
  OPEN(stream);
  return output_fails() ? EOF : (unsigned char)c;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }

int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }

int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }

int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }

int __overflow(FILE *stream, int c) { return fputc(c, stream); }

int putchar(int c) { return fputc(c, stdout); }

int putchar_unlocked(int c) { return fputc(c, stdout); }

int putw(int word, FILE *stream) {
  OPEN(stream);
  return output_fails() ? EOF : 0;
}

int fputs(const char *restrict text, FILE *restrict stream) {
  OPEN(stream);
  (void)strlen(text);
  if (output_fails())
    return EOF;
  int result = __cassay_any_int("result of fputs");
  __cassay_assume(result >= 0);
  return result;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream) {
  return fputs(text, stream);
}

int puts(const char *text) { return fputs(text, stdout); }

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  OPEN(stream);
  if (size == 0 || count == 0)
    return 0;
  CLAIM(count <= SIZE_MAX / size, "the size of the elements is representable");
  TOUCH(bytes);
  TOUCH((const char *)bytes + (size * count - 1));
  if (!output_fails())
    return count;
  size_t written = __cassay_any_size("number of elements written");
  __cassay_assume(written < count);
  return written;
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count,
                       FILE *restrict stream) {
  return fwrite(bytes, size, count, stream);
}

void perror(const char *text) {
  if (text)
    (void)strlen(text);
}
