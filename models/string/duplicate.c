// Copies of strings on the heap.
#include "cassay.h"
#include <stdlib.h>
#include <string.h>

char *strndup(const char *text, size_t n) {
  size_t length = strnlen(text, n);
  char *copy = malloc(length + 1);
  if (!copy)
    return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *strdup(const char *text) {
  size_t length = strlen(text);
  char *copy = malloc(length + 1);
  if (!copy)
    return NULL;
  memcpy(copy, text, length + 1);
  return copy;
}

char *__strdup(const char *text) { return strdup(text); }

char *__strndup(const char *text, size_t n) { return strndup(text, n); }
