// Messages for error and signal numbers. The wording is up to the library, so it is approximated.
#define _GNU_SOURCE
#include "cassay.h"
#include <errno.h>
#include <string.h>

// The assumed maximal length of a message.
#define LONGEST 65535

static char *any_text(void) {
  size_t length = __cassay_any_size("approximate length of the text");
  __cassay_assume(length <= LONGEST);
  char *text = __cassay_object(length + 1);
  text[length] = 0;
  return text;
}

// The message may overwrite that of the previous call (C17 7.24.6.2).
static char *shared_text(char **last) {
  if (!*last || !__cassay_any_bool("the text takes the place of the last one")) {
    *last = any_text();
    return *last;
  }
  size_t size = __cassay_object_size(*last);
  __cassay_havoc(*last, size, "text of an error");
  (*last)[size - 1] = 0;
  return *last;
}

char *strerror(int number) {
  static char *last;
  static int last_number;
  if (!last || number != last_number)
    shared_text(&last);
  last_number = number;
  return last;
}

char *strsignal(int number) {
  static char *last;
  static int last_number;
  if (!last || number != last_number)
    shared_text(&last);
  last_number = number;
  return last;
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
  if (size == 0)
    return ERANGE;
  size_t length = __cassay_any_size("approximate length of the text");
  __cassay_assume(length < size);
  __cassay_havoc(buffer, length, "approximate text of the error");
  buffer[length] = 0;
  return __cassay_any_bool("approximate length of the text") ? ERANGE : 0;
}

// The GNU variant, which returns the message.
char *strerror_r(int number, char *buffer, size_t size) { return any_text(); }
