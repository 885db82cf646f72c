// Copies of strings. The bytes are copied by one memcpy, whose checks of bounds apply. Unlike memcpy, these
// functions must not copy a string onto itself.
#include "cassay.h"
#include <string.h>

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t length = strlen(from);
  CLAIM_APART(to, length + 1, from, length + 1);
  memcpy(to, from, length + 1);
  return to + length;
}

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t length = strnlen(from, n);
  CLAIM_APART(to, n, from, length + (length < n));
  memcpy(to, from, length);
  memset(to + length, 0, n - length);
  return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  stpncpy(to, from, n);
  return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strlen(from);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    CLAIM_APART(to, copied + 1, from, length + 1);
    memcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t size) {
  return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t size) {
  return stpcpy(to, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
  return strncpy(to, from, n);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
  return stpncpy(to, from, n);
}

char *__stpcpy(char *restrict to, const char *restrict from) { return stpcpy(to, from); }
