// Comparison of strings without regard to case.
#include "cassay.h"
#include "string/sign.h"
#include <string.h>

static int small(char c) {
  unsigned char code = (unsigned char)c;
  return code - 'A' < 26u ? code + 32 : code;
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && small(a[i]) == small(b[i]))
    i++;
  return any_of_sign(small(a[i]) - small(b[i]));
}

static int difference(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (small(a[i]) != small(b[i]))
      return small(a[i]) - small(b[i]);
    if (!a[i])
      return 0;
  }
  return 0;
}

int strncasecmp(const char *a, const char *b, size_t n) {
  return any_of_sign(difference(a, b, n));
}

char *strcasestr(const char *text, const char *part) {
  size_t length = strlen(part);
  for (;; text++) {
    if (difference(text, part, length) == 0)
      return (char *)text;
    if (!*text)
      return NULL;
  }
}
