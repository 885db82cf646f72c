// Comparison of strings. C determines only the sign of the result.
#include "cassay.h"
#include "string/sign.h"
#include <string.h>

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return any_of_sign((unsigned char)a[i] - (unsigned char)b[i]);
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return any_of_sign((unsigned char)a[i] - (unsigned char)b[i]);
    if (!a[i])
      return 0;
  }
  return 0;
}

// In the "C" locale, strings collate by their bytes.
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
  size_t length = strlen(from);
  if (n > 0) {
    CLAIM_APART(to, n, from, length + 1);
    memcpy(to, from, length < n ? length + 1 : n);
  }
  return length;
}
