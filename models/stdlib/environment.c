// The environment of the program. Nothing is known about it.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The longest text that Linux passes on.
#define LONGEST 131071
#define KEPT 4

// What was asked for: a variable keeps its value until the program changes the environment.
static char *names[KEPT];
static char *values[KEPT];
static int known;

char *getenv(const char *name) {
  size_t size = strlen(name) + 1;
  for (int i = 0; i < known; i++)
    if (strcmp(names[i], name) == 0)
      return values[i];
  char *value = NULL;
  if (!__cassay_any_bool("variable is not set")) {
    size_t length = __cassay_any_size("length of the variable's value");
    __cassay_assume(length <= LONGEST);
    value = __cassay_object(length + 1);
    value[length] = 0;
  }
  if (known < KEPT) {
    // The caller may change or end the text it gave.
    names[known] = __cassay_object(size);
    memcpy(names[known], name, size);
    values[known] = value;
    known++;
  }
  return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int outcome(void) {
  known = 0;
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
