// Searches for characters in strings.
#include "cassay.h"
#include <string.h>

char *strchrnul(const char *text, int c) {
  while (*text && *text != (char)c)
    text++;
  return (char *)text;
}

char *strchr(const char *text, int c) {
  char *found = strchrnul(text, c);
  return *found == (char)c ? found : NULL;
}

char *strrchr(const char *text, int c) {
  size_t last = strlen(text);
  while (text[last] != (char)c) {
    if (last == 0)
      return NULL;
    last--;
  }
  return (char *)text + last;
}

char *index(const char *text, int c) { return strchr(text, c); }

char *rindex(const char *text, int c) { return strrchr(text, c); }
