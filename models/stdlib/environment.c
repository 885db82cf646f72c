// The environment of the program. Variables are any or not there until the program sets them; what
// was found or set once is found again.
#include "cassay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The longest text that Linux passes on.
#define LONGEST 131071

// What is known of a variable. The text of putenv stays the program's, which may change it.
struct variable {
  const char *name;
  char *value;
  char *given;
  struct variable *next;
};

static struct variable *variables;
// Whether the program took everything away that it did not set itself.
static _Bool cleared;

// Where the value begins in a text that starts with the name and an equals sign.
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

// A variable that the program starts with, or not.
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

// From now on the variable has this value, or none.
static void set(const char *name, char *value) {
  struct variable *known = find(name);
  if (known->given)
    // The text given to putenv is in the environment no more.
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
    // A name alone is taken away, as glibc has it.
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
