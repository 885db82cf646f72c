// Powers with integer exponents, for which compilers call functions of their run-time library.
#include "math/types.h"

double __powidf2(double x, int n);
float __powisf2(float x, int n);
long double __powixf2(long double x, int n);

#define DEFINE_POWER(T, name)                                                                      \
  T name(T x, int n) {                                                                             \
    T result = 1;                                                                                  \
    for (unsigned left = n < 0 ? -(unsigned)n : (unsigned)n; left != 0; left /= 2) {               \
      if (left & 1)                                                                                \
        result *= x;                                                                               \
      x *= x;                                                                                      \
    }                                                                                              \
    return n < 0 ? 1 / result : result;                                                            \
  }

DEFINE_POWER(double, __powidf2)
DEFINE_POWER(float, __powisf2)
DEFINE_POWER(long double, __powixf2)
