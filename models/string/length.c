// Lengths of strings.
#include "cassay.h"
#include <string.h>

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length])
    length++;
  return length;
}
