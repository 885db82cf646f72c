// Concatenation of strings.
#include "cassay.h"
#include <string.h>

char *strcat(char *restrict to, const char *restrict from) {
  size_t start = strlen(to), length = strlen(from);
  CLAIM_APART(to, start + length + 1, from, length + 1);
  memcpy(to + start, from, length + 1);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  size_t start = strlen(to), length = strnlen(from, n);
  CLAIM_APART(to, start + length + 1, from, length + (length < n));
  memcpy(to + start, from, length);
  to[start + length] = 0;
  return to;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t start = strnlen(to, size), length = strlen(from);
  if (start < size) {
    size_t room = size - start - 1;
    size_t copied = length < room ? length : room;
    CLAIM_APART(to, start + copied + 1, from, length + 1);
    memcpy(to + start, from, copied);
    to[start + copied] = 0;
  }
  return start + length;
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t size) {
  return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
  return strncat(to, from, n);
}
