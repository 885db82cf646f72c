// Character classes in the "C" locale, which the program never leaves. A member of a class gives the bit
// of glibc's table for that class, so that functions and macros agree.
#include "cassay.h"
#include <ctype.h>

// The argument of every function here is EOF or fits an unsigned char (C17 7.4).
#define ARGUMENT(c)                                                                                \
  CLAIM((c) >= -1 && (c) <= 255, "the character is EOF or representable as unsigned char")

// Whether a value lies between two others. One comparison, so that no branch is needed.
#define BETWEEN(c, low, high) ((unsigned)(c) - (low) <= (unsigned)((high) - (low)))

int isdigit(int c) {
  ARGUMENT(c);
  return BETWEEN(c, '0', '9') ? 2048 : 0;
}

int islower(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 'a', 'z') ? 512 : 0;
}

int isupper(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 'A', 'Z') ? 256 : 0;
}

int isalpha(int c) {
  ARGUMENT(c);
  return BETWEEN(c | 32, 'a', 'z') ? 1024 : 0;
}

int isalnum(int c) {
  ARGUMENT(c);
  return (BETWEEN(c, '0', '9') || BETWEEN(c | 32, 'a', 'z')) ? 8 : 0;
}

int isxdigit(int c) {
  ARGUMENT(c);
  return (BETWEEN(c, '0', '9') || BETWEEN(c | 32, 'a', 'f')) ? 4096 : 0;
}

int isblank(int c) {
  ARGUMENT(c);
  return (c == ' ' || c == '\t') ? 1 : 0;
}

int isspace(int c) {
  ARGUMENT(c);
  return (c == ' ' || BETWEEN(c, '\t', '\r')) ? 8192 : 0;
}

int iscntrl(int c) {
  ARGUMENT(c);
  return (BETWEEN(c, 0, 31) || c == 127) ? 2 : 0;
}

int isprint(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 32, 126) ? 16384 : 0;
}

int isgraph(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 33, 126) ? 32768 : 0;
}

int ispunct(int c) {
  ARGUMENT(c);
  return (BETWEEN(c, 33, 126) && !BETWEEN(c, '0', '9') && !BETWEEN(c | 32, 'a', 'z')) ? 4 : 0;
}

int tolower(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 'A', 'Z') ? c + 32 : c;
}

int toupper(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 'a', 'z') ? c - 32 : c;
}

int isascii(int c) { return BETWEEN(c, 0, 127); }

int toascii(int c) { return c & 127; }
