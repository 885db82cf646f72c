// The environment, changed at random on both sides, which begin empty.
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <stdlib.h>

MODEL(getenv) MODEL(setenv) MODEL(unsetenv) MODEL(putenv) MODEL(clearenv)

static const char *const names[] = {"A", "B", "AB", "", "A=B", "C"};

static const char *any_name(void) { return names[random_bits() % 6]; }

static void step(void) {
  const char *name = any_name();
  char value[8], *text = malloc(16);
  snprintf(value, sizeof value, "%u", (unsigned)(random_bits() % 100));
  int overwrite = random_bits() % 2;
  errno = *model_errno() = 0;
  switch (random_bits() % 8) {
  case 0:
  case 1:
  case 2:
    CHECK(setenv(name, value, overwrite) == model_setenv(name, value, overwrite), "setenv");
    break;
  case 3:
    CHECK(unsetenv(name) == model_unsetenv(name), "unsetenv");
    break;
  case 4:
    snprintf(text, 16, "%s=%s", random_bits() % 2 ? "A" : "AB", value);
    CHECK(putenv(text) == model_putenv(text), "putenv");
    break;
  case 5:
    if (random_bits() % 50 == 0)
      CHECK(clearenv() == model_clearenv(), "clearenv");
    break;
  default: {
    const char *expected = getenv(name), *found = model_getenv(name);
    CHECK(!expected == !found, "getenv(\"%s\")", name);
    CHECK(!expected || strcmp(expected, found) == 0, "getenv(\"%s\"): %s %s", name, expected,
          found);
  }
  }
  CHECK(errno == *model_errno(), "errno of the environment: %d %d", errno, *model_errno());
}

void check_environment(void) {
  integers_are_open = 1;
  any_bool_value = 0;
  doing = "environment";
  clearenv();
  model_clearenv();
  for (int i = 0; i < 20000; i++)
    step();
  integers_are_open = 0;
}
