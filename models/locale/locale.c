// The locale. Only "C" and "POSIX" exist; setting another one fails.
#include "cassay.h"
#include <limits.h>
#include <locale.h>
#include <string.h>

char *setlocale(int category, const char *name) {
  static char present[] = "C";
  __cassay_note("the locale is always \"C\"");
  if (category < LC_CTYPE || category > LC_ALL)
    return NULL;
  if (!name || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0 || !*name)
    return present;
  return NULL;
}

struct lconv *localeconv(void) {
  static struct lconv values = {
      ".",      "",       "",       "",       "",       "",       "",       "",
      "",       "",       CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
      CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX};
  return &values;
}
