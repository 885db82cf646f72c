// The environment of the program. Nothing is known about it.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 255

// The text may be overwritten by the next call (C17 7.22.4.6), so that one buffer serves all.
char *getenv(const char *name) {
  static char value[LONGEST + 1];
  __cassay_note("texts of the environment have at most 255 characters");
  (void)strlen(name);
  if (__cassay_any_bool("variable is not set"))
    return NULL;
  __cassay_havoc(value, LONGEST, "value of the environment variable");
  value[LONGEST] = 0;
  return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int outcome(void) {
  if (!__cassay_any_bool("the environment cannot be changed"))
    return 0;
  errno = ENOMEM;
  return -1;
}

int setenv(const char *name, const char *value, int overwrite) {
  (void)strlen(name);
  (void)strlen(value);
  return outcome();
}

int unsetenv(const char *name) {
  (void)strlen(name);
  return outcome();
}

int putenv(char *text) {
  (void)strlen(text);
  return outcome();
}

int clearenv(void) { return outcome(); }

int system(const char *command) {
  if (command)
    (void)strlen(command);
  return __cassay_any_int("result of the command");
}
