// Search for a string inside another.
#include "cassay.h"
#include <string.h>

char *strstr(const char *text, const char *part) {
  for (;; text++) {
    size_t i = 0;
    while (part[i] && text[i] == part[i])
      i++;
    if (!part[i])
      return (char *)text;
    if (!*text)
      return NULL;
  }
}
