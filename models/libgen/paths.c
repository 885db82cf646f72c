// Parts of paths, cut out of the program's own text (POSIX).
#include "cassay.h"
#include <libgen.h>
#include <string.h>

// The length of a text without the slashes that it ends with.
static size_t without_slashes(const char *path, size_t length) {
  while (length > 0 && path[length - 1] == '/')
    length--;
  return length;
}

// Where the last part of a text begins.
static size_t last_part(const char *path, size_t length) {
  while (length > 0 && path[length - 1] != '/')
    length--;
  return length;
}

char *__xpg_basename(char *path) {
  if (!path || !*path)
    return (char *)".";
  size_t whole = strlen(path), length = without_slashes(path, whole);
  if (length == 0)
    return path + whole - 1;
  if (length < whole)
    path[length] = 0;
  return path + last_part(path, length);
}

char *dirname(char *path) {
  if (!path || !*path)
    return (char *)".";
  size_t whole = strlen(path), length = without_slashes(path, whole);
  size_t parent = length == 0 ? whole : last_part(path, length);
  if (parent == 0)
    return (char *)".";
  size_t end = without_slashes(path, parent);
  // Two slashes alone are a place of their own.
  if (end == 0)
    end = parent == 2 ? 2 : 1;
  path[end] = 0;
  return path;
}
