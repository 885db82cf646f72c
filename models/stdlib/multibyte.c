// Multibyte characters. In glibc's "C" locale the characters are exactly the bytes of ASCII.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int mbtowc(wchar_t *restrict wide, const char *restrict bytes, size_t n) {
  if (!bytes)
    return 0;
  if (n == 0)
    return -1;
  if ((unsigned char)*bytes > 127) {
    errno = EILSEQ;
    return -1;
  }
  if (wide)
    *wide = *bytes;
  return *bytes != 0;
}

int mblen(const char *bytes, size_t n) { return mbtowc(NULL, bytes, n); }

int wctomb(char *bytes, wchar_t wide) {
  if (!bytes)
    return 0;
  if ((unsigned)wide > 127) {
    errno = EILSEQ;
    return -1;
  }
  *bytes = (char)wide;
  return 1;
}

size_t mbstowcs(wchar_t *restrict wide, const char *restrict bytes, size_t n) {
  size_t i = 0;
  while ((!wide || i < n) && bytes[i]) {
    if ((unsigned char)bytes[i] > 127) {
      errno = EILSEQ;
      return (size_t)-1;
    }
    if (wide)
      wide[i] = bytes[i];
    i++;
  }
  if (wide && i < n)
    wide[i] = 0;
  return i;
}

size_t wcstombs(char *restrict bytes, const wchar_t *restrict wide, size_t n) {
  size_t i = 0;
  while ((!bytes || i < n) && wide[i]) {
    if ((unsigned)wide[i] > 127) {
      errno = EILSEQ;
      return (size_t)-1;
    }
    if (bytes)
      bytes[i] = (char)wide[i];
    i++;
  }
  if (bytes && i < n)
    bytes[i] = 0;
  return i;
}
