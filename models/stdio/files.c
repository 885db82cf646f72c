// Operations on files given by name.
#include "cassay.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int outcome(void) {
  if (!__cassay_any_bool("the file cannot be changed"))
    return 0;
  errno = ENOENT;
  return -1;
}

int remove(const char *path) {
  (void)strlen(path);
  return outcome();
}

int rename(const char *from, const char *to) {
  (void)strlen(from);
  (void)strlen(to);
  return outcome();
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return rename(from, to);
}

// An arbitrary file name of maximal length, without a terminator inside.
char *tmpnam(char *name) {
  static char own[L_tmpnam];
  if (__cassay_any_bool("there is no free name"))
    return NULL;
  char *text = name ? name : own;
  memcpy(text, "/tmp/fileABCDEF", 16);
  for (int i = 9; i < 15; i++) {
    char letter = __cassay_any_char("character of a file name");
    __cassay_assume(letter >= '0' && letter <= 'z');
    text[i] = letter;
  }
  return text;
}

char *tempnam(const char *directory, const char *prefix) {
  char *name = malloc(L_tmpnam);
  if (!name)
    return NULL;
  if (tmpnam(name))
    return name;
  free(name);
  return NULL;
}

char *ctermid(char *name) {
  static char own[L_ctermid];
  char *text = name ? name : own;
  memcpy(text, "/dev/tty", L_ctermid);
  return text;
}
