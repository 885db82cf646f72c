// Variants of memcpy and memset.
#include "cassay.h"
#include <string.h>
#include <unistd.h>

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  memcpy(to, from, n);
  return (char *)to + n;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t n) {
  return mempcpy(to, from, n);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
  return mempcpy(to, from, n);
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
  const unsigned char *p = from;
  size_t copied = 0;
  _Bool found = 0;
  while (copied < n && !found)
    found = p[copied++] == (unsigned char)c;
  memcpy(to, from, copied);
  return found ? (char *)to + copied : NULL;
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }

void bzero(void *bytes, size_t n) { memset(bytes, 0, n); }

void explicit_bzero(void *bytes, size_t n) { memset(bytes, 0, n); }

void __explicit_bzero_chk(void *bytes, size_t n, size_t size) { memset(bytes, 0, n); }

void swab(const void *restrict from, void *restrict to, ssize_t n) {
  const char *p = from;
  char *q = to;
  if (n > 0)
    CLAIM_APART(to, (size_t)n, from, (size_t)n);
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = p[i], second = p[i + 1];
    q[i] = second;
    q[i + 1] = first;
  }
}
