// Arrays of wide characters.
#include "cassay.h"
#include "string/sign.h"
#include <string.h>
#include <wchar.h>

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  return memcpy(to, from, n * sizeof *from);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  return memmove(to, from, n * sizeof *from);
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return any_of_sign(a[i] < b[i] ? -1 : 1);
  return 0;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (text[i] == c)
      return (wchar_t *)text + i;
  return NULL;
}
