// Numbers from text, and integer arithmetic.
#include "check.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <wchar.h>

MODEL(strtol) MODEL(strtoul) MODEL(strtoll) MODEL(strtoull) MODEL(strtoimax) MODEL(wcstol)
MODEL(atoi) MODEL(strtod) MODEL(strtof) MODEL(strtold) MODEL(abs) MODEL(llabs) MODEL(div)
MODEL(lldiv)

static const char *const integers[] = {
    "",      " ",     "+",       "-",     "0",     "0x",         "0xg",    "-0x1F", "0x1fz",
    "077",   "08",    "-0",      " \t\n7", "12ab", "zz",         "ZZ",     "+-1",   "0X0",
    "9223372036854775807",        "9223372036854775808",         "-9223372036854775808",
    "-9223372036854775809",       "18446744073709551615",        "18446744073709551616",
    "-18446744073709551616",      "99999999999999999999999",     "2147483648"};

#define SAME(function, ...)                                                                        \
  do {                                                                                             \
    char *x = NULL, *y = NULL;                                                                     \
    errno = *model_errno() = 0;                                                                    \
    int same = function(text, &x __VA_ARGS__) == model_##function(text, &y __VA_ARGS__);           \
    int error = errno;                                                                             \
    /* Glibc marks a text without digits as an error in some bases; C does not ask for it. */      \
    CHECK(same && x == y && (error == *model_errno() || error == EINVAL), #function "(%s)", text); \
  } while (0)

static void check_integer(const char *text, int base) {
  SAME(strtol, , base);
  SAME(strtoul, , base);
  SAME(strtoll, , base);
  SAME(strtoull, , base);
  SAME(strtoimax, , base);
  wchar_t wide[64], *x, *y;
  size_t length = strlen(text);
  for (size_t i = 0; i <= length; i++)
    wide[i] = (unsigned char)text[i];
  CHECK(wcstol(wide, &x, base) == model_wcstol(wide, &y, base) && x == y, "wcstol(%s)", text);
}

static const char *const floats[] = {
    "",        "1",     "1.5",    "-2.25e3",  ".5",      "5.",      ".",      "1e",    "1e+",
    "1e-5x",   "inf",   "-INF",   "infinity", "infinitx", "nan",    "NaN(1a)", "nan(", "-nan",
    "0x1.8p3", "0x.8",  "0x",     "0x.",      "0x1p",    "-0",      "-0.0e9", "1e22",  "123456789e-9",
    "0x1p-1074", "0x1p2000", "  +7.0e0 ", "000001.50000", "1..2", "e5", "0xap-1", "1e-22", "16777216"};

// A model may ask for any number: it is then given the right one.
#define SAME_FLOAT(function, type, any)                                                            \
  do {                                                                                             \
    char *x = NULL, *y = NULL;                                                                     \
    type expected = function(text, &x);                                                            \
    any = expected < 0 ? -expected : expected;                                                     \
    excluded = asked = 0;                                                                          \
    type found = model_##function(text, &y);                                                       \
    CHECK(x == y && !excluded, #function "(%s) ends elsewhere or is excluded", text);              \
    CHECK((expected != expected && found != found) ||                                              \
              (expected == found && __builtin_signbit(expected) == __builtin_signbit(found)),      \
          #function "(%s) is %Lg, not %Lg", text, (long double)found, (long double)expected);      \
    exact += !asked;                                                                               \
  } while (0)

static void check_float(const char *text, int *exact_count) {
  int exact = 0;
  SAME_FLOAT(strtod, double, any_double_value);
  SAME_FLOAT(strtof, float, any_float_value);
  SAME_FLOAT(strtold, long double, any_ldouble_value);
  *exact_count += exact == 3;
}

void check_numbers(void) {
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    for (int base = 0; base <= 36; base++)
      if (base != 1)
        check_integer(integers[i], base);
  for (int i = 0; i < 20000; i++) {
    static const char letters[] = "0123456789xXaAfFzZ+- \t";
    char text[24];
    size_t length = random_bits() % 23;
    for (size_t k = 0; k < length; k++)
      text[k] = letters[random_bits() % (i % 2 ? 22 : 10)];
    text[length] = 0;
    int base = (int)(random_bits() % 37);
    check_integer(text, base == 1 ? 10 : base);
  }
  int exact = 0;
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
    check_float(floats[i], &exact);
  CHECK(exact >= 30, "only %d texts were read exactly", exact);
  for (int i = 0; i < 20000; i++) {
    char text[48];
    static const char letters[] = "0123456789.eE+-xp";
    if (i % 2) {
      size_t length = random_bits() % 20;
      for (size_t k = 0; k < length; k++)
        text[k] = letters[random_bits() % 17];
      text[length] = 0;
    } else
      snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)random_bits() % 100000,
               (unsigned long long)random_bits() % 1000, (int)(random_bits() % 40) - 20);
    check_float(text, &exact);
  }
  for (int i = 0; i < 1000; i++) {
    long long a = (long long)random_bits() >> random_bits() % 64, b = (long long)random_bits() >> 40;
    int c = (int)random_bits() / 2;
    if (b == 0)
      continue;
    CHECK(abs(c) == model_abs(c) && llabs(a / 2) == model_llabs(a / 2), "%d %lld", c, a);
    lldiv_t x = lldiv(a, b), y = model_lldiv(a, b);
    CHECK(x.quot == y.quot && x.rem == y.rem, "%lld / %lld", a, b);
    char text[32];
    snprintf(text, sizeof text, " %d", c);
    CHECK(model_atoi(text) == c, "atoi(%s)", text);
  }
}
