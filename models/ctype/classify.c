// Classes of characters in the "C" locale, which the program never leaves.
#include "cassay.h"
#include <ctype.h>

// The argument of every function here is EOF or fits an unsigned char (C17 7.4).
#define ARGUMENT(c)                                                                                \
  CLAIM((c) >= -1 && (c) <= 255, "the character is EOF or representable as unsigned char")

// Whether a value lies between two others, by one comparison.
#define BETWEEN(c, low, high) ((unsigned)(c) - (low) <= (unsigned)((high) - (low)))

int isdigit(int c) {
  ARGUMENT(c);
  return BETWEEN(c, '0', '9');
}

int islower(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 'a', 'z');
}

int isupper(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 'A', 'Z');
}

int isalpha(int c) {
  ARGUMENT(c);
  return BETWEEN(c | 32, 'a', 'z');
}

int isalnum(int c) {
  ARGUMENT(c);
  return BETWEEN(c, '0', '9') || BETWEEN(c | 32, 'a', 'z');
}

int isxdigit(int c) {
  ARGUMENT(c);
  return BETWEEN(c, '0', '9') || BETWEEN(c | 32, 'a', 'f');
}

int isblank(int c) {
  ARGUMENT(c);
  return c == ' ' || c == '\t';
}

int isspace(int c) {
  ARGUMENT(c);
  return c == ' ' || BETWEEN(c, '\t', '\r');
}

int iscntrl(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 0, 31) || c == 127;
}

int isprint(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 32, 126);
}

int isgraph(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 33, 126);
}

int ispunct(int c) {
  ARGUMENT(c);
  return BETWEEN(c, 33, 126) && !BETWEEN(c, '0', '9') && !BETWEEN(c | 32, 'a', 'z');
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
