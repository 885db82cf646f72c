// Functions of <math.h> that models leave open: the answer of the library must be among theirs.
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <math.h>

#define MODELS(name) MODEL(name) MODEL(name##f) MODEL(name##l)
MODELS(exp) MODELS(exp2) MODELS(exp10) MODELS(expm1) MODELS(log) MODELS(log2) MODELS(log10)
MODELS(log1p) MODELS(sin) MODELS(cos) MODELS(tan) MODELS(asin) MODELS(acos) MODELS(atan)
MODELS(atan2) MODELS(sinh) MODELS(cosh) MODELS(tanh) MODELS(asinh) MODELS(acosh) MODELS(atanh)
MODELS(pow) MODELS(cbrt) MODELS(hypot) MODELS(erf) MODELS(erfc) MODELS(tgamma)

static const double special[] = {0,   1,    -1,  2,     -2,   0.5,  10,     3,      -3,    1.5707963267948966,
                                 710, -745, 88.8, -104, 1e-9, 1e300, -1e300, 0x1p-1074, 22,  0x1.fffffffffffffp-1,
                                 0x1.0000000000001p0, 170, 172, -170.5, 3.141592653589793, 40, 0x1p53, 333.25};

static double number(void) {
  switch (random_bits() % 6) {
  case 0:
    return special[random_bits() % (sizeof special / sizeof *special)] *
           (random_bits() % 2 ? 1 : -1);
  case 1: {
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  case 2:
    return random_bits() % 3 == 0 ? NAN : random_bits() % 2 ? INFINITY : -INFINITY;
  case 3:
    return (double)(int)(random_bits() % 61) - 30;
  case 4: {
    // At and about the points at which models know values.
    double point = ((int)(random_bits() % 641) - 320) / 16.0;
    return random_bits() % 2 ? point : nextafter((float)point, random_bits() % 2 ? 100 : -100);
  }
  default:
    return ldexp((double)(int64_t)random_bits(), -(int)(random_bits() % 8) - 60);
  }
}

#define EQUAL(x, y)                                                                                \
  (((x) != (x) && (y) != (y)) || ((x) == (y) && !__builtin_signbit(x) == !__builtin_signbit(y)))

#define COMPARE(name, T, any, call, x, y)                                                          \
  do {                                                                                             \
    T expected = name call;                                                                        \
    any = expected;                                                                                \
    excluded = 0;                                                                                  \
    T found = model_##name call;                                                                   \
    CHECK(EQUAL(expected, found) && !excluded, #name "(%La, %La): %La %La%s", (long double)(x),    \
          (long double)(y), (long double)expected, (long double)found,                             \
          excluded ? ", which is excluded" : "");                                                  \
  } while (0)

#define ONE(name)                                                                                  \
  COMPARE(name, double, any_double_value, (x), x, 0);                                              \
  COMPARE(name##f, float, any_float_value, ((float)x), (float)x, 0);                               \
  COMPARE(name##l, long double, any_ldouble_value, ((long double)x), x, 0)
#define TWO(name)                                                                                  \
  COMPARE(name, double, any_double_value, (x, y), x, y);                                           \
  COMPARE(name##f, float, any_float_value, ((float)x, (float)y), (float)x, (float)y);              \
  COMPARE(name##l, long double, any_ldouble_value, ((long double)x, (long double)y), x, y)

void check_other_math(void) {
  for (int i = 0; i < 30000; i++) {
    double x = number(), y = number();
    ONE(exp);
    ONE(exp2);
    ONE(exp10);
    ONE(expm1);
    ONE(log);
    ONE(log2);
    ONE(log10);
    ONE(log1p);
    ONE(sin);
    ONE(cos);
    ONE(tan);
    ONE(asin);
    ONE(acos);
    ONE(atan);
    ONE(sinh);
    ONE(cosh);
    ONE(tanh);
    ONE(asinh);
    ONE(acosh);
    ONE(atanh);
    ONE(cbrt);
    ONE(erf);
    ONE(erfc);
    ONE(tgamma);
    TWO(atan2);
    TWO(pow);
    TWO(hypot);
  }
}
