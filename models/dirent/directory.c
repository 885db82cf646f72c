// Directories. Opening one may fail; its entries are nondeterministic. The stream is a heap object, as in
// glibc, so that a missing closedir is a leak.
#include "unistd/results.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

struct __dirstream {
  struct dirent entry;
  long position;
  _Bool ended;
};

static DIR *any_directory(void) {
  if (outcome() != 0)
    return NULL;
  DIR *directory = malloc(sizeof *directory);
  if (directory) {
    directory->position = 0;
    directory->ended = 0;
  }
  return directory;
}

DIR *opendir(const char *path) {
  (void)strlen(path);
  return any_directory();
}

DIR *fdopendir(int file) { return any_directory(); }

struct dirent *readdir(DIR *directory) {
  // After the end of the directory there is no further entry.
  if (directory->ended || __cassay_any_bool("there are no more entries")) {
    directory->ended = 1;
    return NULL;
  }
  struct dirent *entry = &directory->entry;
  __cassay_havoc(entry, sizeof *entry, "entry of the directory");
  __cassay_assume(entry->d_name[0] != 0 && entry->d_name[0] != '/');
  entry->d_name[sizeof entry->d_name - 1] = 0;
  directory->position++;
  return entry;
}

void rewinddir(DIR *directory) {
  directory->position = 0;
  directory->ended = 0;
}

long telldir(DIR *directory) { return directory->position; }

void seekdir(DIR *directory, long position) {
  directory->position = position;
  directory->ended = 0;
}

int dirfd(DIR *directory) {
  TOUCH(directory);
  int file = __cassay_any_int("file number");
  __cassay_assume(file >= 0);
  return file;
}

int closedir(DIR *directory) {
  free(directory);
  return outcome();
}
