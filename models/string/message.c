// Texts for numbers of errors and signals. Their wording is the library's own affair.
#define _GNU_SOURCE
#include "cassay.h"
#include <errno.h>
#include <string.h>

// As long as the longest text of glibc.
#define TEXT "A text of the library for the given number: n.n.n."

char *strerror(int number) {
  static char text[] = TEXT;
  __cassay_note("texts of strerror and strsignal have 50 characters");
  return text;
}

char *strsignal(int number) {
  static char text[] = TEXT;
  __cassay_note("texts of strerror and strsignal have 50 characters");
  return text;
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
  if (size == 0)
    return ERANGE;
  size_t length = sizeof TEXT - 1 < size ? sizeof TEXT - 1 : size - 1;
  memcpy(buffer, TEXT, length);
  buffer[length] = 0;
  return length < sizeof TEXT - 1 ? ERANGE : 0;
}

// The name of GNU, with the text as its result.
char *strerror_r(int number, char *buffer, size_t size) { return strerror(number); }
