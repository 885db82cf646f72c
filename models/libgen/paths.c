// POSIX basename and dirname, which may modify the argument and return a part of it.
#include "cassay.h"
#include <libgen.h>
#include <string.h>

// The length of a path without trailing slashes.
static size_t without_slashes(const char *path, size_t length) {
  while (length > 0 && path[length - 1] == '/')
    length--;
  return length;
}

// The index at which the last component starts.
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
  // POSIX leaves the meaning of exactly two slashes to the implementation; glibc keeps them.
  if (end == 0)
    end = parent == 2 ? 2 : 1;
  path[end] = 0;
  return path;
}
