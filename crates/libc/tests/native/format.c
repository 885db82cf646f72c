// Formatted output into memory.
#define _GNU_SOURCE
#include "check.h"
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

MODEL(snprintf) MODEL(sprintf) MODEL(asprintf)

#define SAME(format, ...)                                                                          \
  do {                                                                                             \
    char x[128], y[128];                                                                           \
    memset(x, '~', sizeof x);                                                                      \
    memset(y, '~', sizeof y);                                                                      \
    size_t room = random_bits() % 4 ? sizeof x : random_bits() % 24;                               \
    int expected = snprintf(x, room, format, __VA_ARGS__);                                         \
    int found = model_snprintf(y, room, format, __VA_ARGS__);                                      \
    CHECK(expected == found && memcmp(x, y, sizeof x) == 0, "\"%s\" into %zu: %d %d %.30s %.30s",  \
          format, room, expected, found, x, y);                                                    \
  } while (0)

// A specification with random flags, width and precision.
static void specification(char *text, const char *tail, const char *flags) {
  *text++ = '%';
  for (; *flags; flags++)
    if (random_bits() % 4 == 0)
      *text++ = *flags;
  if (random_bits() % 2)
    text += sprintf(text, "%d", (int)(random_bits() % 14) + 1);
  if (random_bits() % 2)
    text += sprintf(text, ".%d", (int)(random_bits() % 10));
  strcpy(text, tail);
}

static uint64_t value(void) {
  return random_bits() % 8 == 0 ? 0 : random_bits() >> random_bits() % 64;
}

static void check_integers(void) {
  static const char kinds[] = "diuxXo";
  for (int i = 0; i < 30000; i++) {
    char format[32], tail[4] = {0};
    uint64_t v = value();
    char kind = kinds[random_bits() % 6];
    tail[0] = kind;
    specification(format, tail, "-+ 0#");
    SAME(format, (int)v);
    snprintf(tail, sizeof tail, "hh%c", kind);
    specification(format, tail, "-+ 0#");
    SAME(format, (int)v);
    snprintf(tail, sizeof tail, "h%c", kind);
    specification(format, tail, "-+ 0#");
    SAME(format, (int)v);
    snprintf(tail, sizeof tail, "l%c", kind);
    specification(format, tail, "-+ 0#");
    SAME(format, (long)v);
    snprintf(tail, sizeof tail, "ll%c", kind);
    specification(format, tail, "-+ 0#");
    SAME(format, (long long)v);
    snprintf(tail, sizeof tail, "%c%c", "zjt"[random_bits() % 3], kind);
    specification(format, tail, "-+ 0#");
    SAME(format, (long)v);
  }
}

static void check_texts(void) {
  for (int i = 0; i < 3000; i++) {
    char format[32], text[12];
    size_t length = random_bits() % 11;
    memset(text, 'q', length);
    text[length] = 0;
    specification(format, "s|", "-");
    SAME(format, text);
    SAME("a%%b%cd%s", 'x', text);
    int width = (int)(random_bits() % 20) - 10, precision = (int)(random_bits() % 12) - 2;
    SAME("%-*d|%.*s|%*c", width, i, precision, text, 3, 'y');
    int count_x = -1, count_y = -2;
    char out[64];
    snprintf(out, sizeof out, "%s%n.", text, &count_x);
    model_snprintf(out, sizeof out, "%s%n.", text, &count_y);
    CHECK(count_x == count_y, "%%n gives %d", count_y);
  }
  SAME("%p", (void *)NULL);
  char *made = NULL;
  CHECK(model_asprintf(&made, "%d-%s", 17, "x") == 4 && strcmp(made, "17-x") == 0, "asprintf");
  free(made);
  char out[16];
  CHECK(model_sprintf(out, "<%5d>", -42) == 7 && strcmp(out, "<  -42>") == 0, "sprintf");
}

// Any finite number, often a short one.
static double number(void) {
  union {
    uint64_t bits;
    double value;
  } any = {random_bits()};
  switch (random_bits() % 4) {
  case 0:
    return any.value - any.value == 0 ? any.value : 0;
  case 1:
    return (double)(int64_t)random_bits() / (double)(1ull << random_bits() % 64);
  case 2:
    return (double)((int)(random_bits() % 200001) - 100000) / 1000;
  default:
    return (double)(random_bits() % 100) * 0.5;
  }
}

// Digits are rounded as the mode says.
static void check_rounding(void) {
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int i = 0; i < 30000; i++) {
    char format[32], tail[4] = {"eEgGaAfF"[random_bits() % 8], 0};
    double v = number();
    if ((tail[0] | 32) == 'f' && (v > 1e90 || v < -1e90))
      v = 1 / v;
    specification(format, tail, "-+ 0");
    fesetround(modes[random_bits() % 3]);
    SAME(format, v);
    fesetround(FE_TONEAREST);
  }
}

static void check_floats(void) {
  for (int i = 0; i < 60000; i++) {
    char format[32], tail[4] = {"eEgGaAfF"[random_bits() % 8], 0};
    double v = number();
    // Text that fits the room of this check.
    if ((tail[0] | 32) == 'f' && (v > 1e90 || v < -1e90))
      v = 1 / v;
    // Glibc loses a zero where %#g rounds to a power of ten.
    specification(format, tail, (tail[0] | 32) == 'g' ? "-+ 0" : "-+ 0#");
    SAME(format, v);
    snprintf(tail, sizeof tail, "L%c", "eEgGaA"[random_bits() % 6]);
    specification(format, tail, (tail[1] | 32) == 'g' ? "-+ 0" : "-+ 0#");
    SAME(format, (long double)v / 3);
  }
  for (int i = 0; i < 2000; i++) {
    double v = number();
    char x[1400], y[1400];
    int precision = (int)(random_bits() % 900);
    for (int kind = 0; kind < 4; kind++) {
      static const char *const formats[] = {"%.*f", "%.*e", "%.*g", "%#.*g"};
      int expected = snprintf(x, sizeof x, formats[kind], precision, v);
      int found = model_snprintf(y, sizeof y, formats[kind], precision, v);
      CHECK(expected == found && strcmp(x, y) == 0, "%s of %a: %s", formats[kind], v, y);
    }
  }
}

static void check_fixed(void) {
  for (int i = 0; i < 20000; i++) {
    char format[32];
    double v = (double)(int64_t)random_bits() / (double)(1ull << random_bits() % 64);
    if (i % 3 == 0)
      v = (double)((int)(random_bits() % 4001) - 2000) / 8;
    specification(format, "f", "-+ 0#");
    SAME(format, v);
  }
  SAME("%f %F %5.1f", 1.0 / 0.0, -1.0 / 0.0, (double)NAN);
  SAME("%.0f %.0f %.0f %#.0f", 0.5, 1.5, 2.5, 3.0);
  SAME("%f|%10.3f|%-10.2f|%+.1f", 0.1, -3.14159, 2.0 / 3, 9.95);
  SAME("%Lf %Lf", 1.25L, -1e10L);
}

void check_format(void) {
  check_integers();
  check_texts();
  check_floats();
  check_rounding();
  check_fixed();
}
