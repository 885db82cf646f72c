// Wide characters and bytes: in the "C" locale every byte is a character of the same number.
#include "cassay.h"
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

wint_t btowc(int c) { return c == EOF ? WEOF : (wint_t)(unsigned char)c; }

int wctob(wint_t c) { return c <= 255 ? (int)c : EOF; }

int mbsinit(const mbstate_t *state) {
  if (state)
    TOUCH(state);
  return 1;
}

size_t mbrtowc(wchar_t *restrict wide, const char *restrict bytes, size_t n,
               mbstate_t *restrict state) {
  if (!bytes)
    return 0;
  if (n == 0)
    return (size_t)-2;
  if (wide)
    *wide = (unsigned char)*bytes;
  return *bytes != 0;
}

size_t mbrlen(const char *restrict bytes, size_t n, mbstate_t *restrict state) {
  return mbrtowc(NULL, bytes, n, state);
}

size_t wcrtomb(char *restrict bytes, wchar_t wide, mbstate_t *restrict state) {
  if (!bytes)
    return 1;
  if ((unsigned)wide > 255) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *bytes = (char)wide;
  return 1;
}
