// Conversion between wide characters and bytes. In glibc's "C" locale exactly the characters of ASCII can be
// converted.
#include "cassay.h"
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

wint_t btowc(int c) { return c >= 0 && c <= 127 ? (wint_t)c : WEOF; }

int wctob(wint_t c) { return c <= 127 ? (int)c : EOF; }

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
  if ((unsigned char)*bytes > 127) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  if (wide)
    *wide = *bytes;
  return *bytes != 0;
}

size_t mbrlen(const char *restrict bytes, size_t n, mbstate_t *restrict state) {
  return mbrtowc(NULL, bytes, n, state);
}

size_t wcrtomb(char *restrict bytes, wchar_t wide, mbstate_t *restrict state) {
  if (!bytes)
    return 1;
  if ((unsigned)wide > 127) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *bytes = (char)wide;
  return 1;
}

// Conversion of strings. Each returns the number of characters and advances the source pointer.
size_t mbsnrtowcs(wchar_t *restrict wide, const char **restrict bytes, size_t most, size_t n,
                  mbstate_t *restrict state) {
  const char *from = *bytes;
  size_t i = 0;
  for (; i < most && (!wide || i < n); i++) {
    unsigned char c = (unsigned char)from[i];
    if (c > 127) {
      errno = EILSEQ;
      if (wide)
        *bytes = from + i;
      return (size_t)-1;
    }
    if (wide)
      wide[i] = c;
    if (c == 0) {
      if (wide)
        *bytes = NULL;
      return i;
    }
  }
  if (wide)
    *bytes = from + i;
  return i;
}

size_t mbsrtowcs(wchar_t *restrict wide, const char **restrict bytes, size_t n,
                 mbstate_t *restrict state) {
  return mbsnrtowcs(wide, bytes, (size_t)-1, n, state);
}

size_t wcsnrtombs(char *restrict bytes, const wchar_t **restrict wide, size_t most, size_t n,
                  mbstate_t *restrict state) {
  const wchar_t *from = *wide;
  size_t i = 0;
  for (; i < most && (!bytes || i < n); i++) {
    if ((unsigned)from[i] > 127) {
      errno = EILSEQ;
      if (bytes)
        *wide = from + i;
      return (size_t)-1;
    }
    if (bytes)
      bytes[i] = (char)from[i];
    if (from[i] == 0) {
      if (bytes)
        *wide = NULL;
      return i;
    }
  }
  if (bytes)
    *wide = from + i;
  return i;
}

size_t wcsrtombs(char *restrict bytes, const wchar_t **restrict wide, size_t n,
                 mbstate_t *restrict state) {
  return wcsnrtombs(bytes, wide, (size_t)-1, n, state);
}
