// Names of files.
#include "cassay.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Replaces the last six characters of a template by arbitrary letters.
static _Bool fill(char *template) {
  size_t length = strlen(template);
  if (length < 6 || memcmp(template + length - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return 0;
  }
  for (int i = 1; i <= 6; i++) {
    char letter = __cassay_any_char("character of a file name");
    __cassay_assume(letter >= 'a' && letter <= 'z');
    template[length - i] = letter;
  }
  return 1;
}

int mkstemp(char *template) {
  if (!fill(template))
    return -1;
  int file = __cassay_any_int("file number");
  __cassay_assume(file == -1 || file > 2);
  return file;
}

char *mkdtemp(char *template) {
  return fill(template) && !__cassay_any_bool("mkdtemp fails") ? template : NULL;
}

char *mktemp(char *template) {
  if (!fill(template))
    *template = 0;
  return template;
}

char *realpath(const char *restrict path, char *restrict resolved) {
  (void)strlen(path);
  if (__cassay_any_bool("path does not exist"))
    return NULL;
  if (!resolved)
    resolved = malloc(PATH_MAX);
  if (!resolved)
    return NULL;
  __cassay_havoc(resolved, PATH_MAX, "approximate resolved path");
  resolved[0] = '/';
  resolved[PATH_MAX - 1] = 0;
  return resolved;
}
