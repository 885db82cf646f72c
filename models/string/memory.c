// Comparison of and search in memory. memcmp may read all bytes of both regions (C17 7.24.4.1); memchr stops
// at the first match (C17 7.24.5.1).
#include "cassay.h"
#include "string/sign.h"
#include <string.h>

static int difference(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  if (n > 0) {
    TOUCH(x + (n - 1));
    TOUCH(y + (n - 1));
  }
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] - y[i];
  return 0;
}

int memcmp(const void *a, const void *b, size_t n) { return any_of_sign(difference(a, b, n)); }

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *bytes, int c, size_t n) {
  const unsigned char *p = bytes;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c)
      return (void *)(p + i);
  return NULL;
}

void *memrchr(const void *bytes, int c, size_t n) {
  const unsigned char *p = bytes;
  while (n > 0) {
    n--;
    if (p[n] == (unsigned char)c)
      return (void *)(p + n);
  }
  return NULL;
}

void *rawmemchr(const void *bytes, int c) {
  const unsigned char *p = bytes;
  while (*p != (unsigned char)c)
    p++;
  return (void *)p;
}

void *memmem(const void *bytes, size_t n, const void *part, size_t length) {
  const unsigned char *p = bytes;
  for (size_t i = 0; n - i >= length && i <= n; i++)
    if (difference(p + i, part, length) == 0)
      return (void *)(p + i);
  return NULL;
}
