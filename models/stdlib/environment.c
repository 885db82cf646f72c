// The environment of the program. Until the program sets a variable, its value is arbitrary or absent. A
// value that was read or set once stays the same.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The length of the longest string that Linux passes to a program.
#define LONGEST 131071

// A known variable. The string given to putenv still belongs to the program, which may change it.
struct variable {
  const char *name;
  char *value;
  char *given;
  struct variable *next;
};

static struct variable *variables;
// Whether the program has removed all variables that it did not set itself.
static _Bool cleared;

// A pointer to the value if the string is the name, an equals sign and a value; otherwise null.
static char *value_in(char *text, const char *name) {
  for (; *name; name++, text++)
    if (*text != *name)
      return NULL;
  return *text == '=' ? text + 1 : NULL;
}

static char *copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *fresh = __cassay_object(size);
  memcpy(fresh, text, size);
  return fresh;
}

static struct variable *add(const char *name, char *value) {
  struct variable *fresh = __cassay_object(sizeof *fresh);
  fresh->name = copy(name);
  fresh->value = value;
  fresh->given = NULL;
  fresh->next = variables;
  variables = fresh;
  return fresh;
}

// A variable that the program may have been started with.
static char *any_value(void) {
  if (cleared || __cassay_any_bool("variable is not set"))
    return NULL;
  size_t length = __cassay_any_size("length of the variable's value");
  __cassay_assume(length <= LONGEST);
  char *value = __cassay_object(length + 1);
  value[length] = 0;
  return value;
}

static struct variable *find(const char *name) {
  for (struct variable *v = variables; v; v = v->next) {
    if (v->given) {
      v->value = value_in(v->given, name);
      if (v->value)
        return v;
    } else if (strcmp(v->name, name) == 0)
      return v;
  }
  return add(name, any_value());
}

char *getenv(const char *name) { return find(name)->value; }

char *secure_getenv(const char *name) {
  static _Bool known, trusted;
  if (!known) {
    known = 1;
    trusted = __cassay_any_bool("the environment is trusted");
  }
  char *value = getenv(name);
  return trusted ? value : NULL;
}

static _Bool no_memory(void) {
  if (!__cassay_any_bool("the environment cannot be changed"))
    return 0;
  errno = ENOMEM;
  return 1;
}

static _Bool is_name(const char *name) {
  if (name && *name && !strchr(name, '='))
    return 1;
  errno = EINVAL;
  return 0;
}

// Sets the variable to a value or removes it.
static void set(const char *name, char *value) {
  struct variable *known = find(name);
  if (known->given)
    // The string that putenv was given is no longer part of the environment.
    known->name = copy(name);
  known->given = NULL;
  known->value = value;
}

int setenv(const char *name, const char *value, int overwrite) {
  if (!is_name(name))
    return -1;
  (void)strlen(value);
  if (!overwrite && getenv(name))
    return 0;
  if (no_memory())
    return -1;
  set(name, copy(value));
  return 0;
}

int unsetenv(const char *name) {
  if (!is_name(name))
    return -1;
  set(name, NULL);
  return 0;
}

int putenv(char *text) {
  char *end = strchr(text, '=');
  if (!end) {
    // A name without a value removes the variable, as in glibc.
    if (*text)
      set(text, NULL);
    return 0;
  }
  if (no_memory())
    return -1;
  size_t length = (size_t)(end - text);
  char *name = __cassay_object(length + 1);
  memcpy(name, text, length);
  name[length] = 0;
  set(name, NULL);
  find(name)->given = text;
  return 0;
}

int clearenv(void) {
  variables = NULL;
  cleared = 1;
  return 0;
}

int system(const char *command) {
  if (command)
    (void)strlen(command);
  return __cassay_any_int("result of the command");
}
