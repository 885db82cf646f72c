// Splitting numbers into fraction and exponent, and scaling them.
#include "math/types.h"
#include <limits.h>
#include <math.h>

// The exponent as frexp defines it, for a normal number.
static int exponent(double x) {
  return (int)(((union double_bits){x}).bits >> 52 & 0x7ff) - 1022;
}
static int exponentf(float x) { return (int)(((union float_bits){x}).bits >> 23 & 0xff) - 126; }
static int exponentl(long double x) {
  return (((union ldouble_bits){x}).parts.top & 0x7fff) - 16382;
}

// A normal number with its exponent, as frexp defines it, replaced.
static double moved(double x, int e) {
  union double_bits parts = {x};
  parts.bits = (parts.bits & ~((uint64_t)0x7ff << 52)) | (uint64_t)(e + 1022) << 52;
  return parts.value;
}
static float movedf(float x, int e) {
  union float_bits parts = {x};
  parts.bits = (parts.bits & ~((uint32_t)0xff << 23)) | (uint32_t)(e + 126) << 23;
  return parts.value;
}
static long double movedl(long double x, int e) {
  union ldouble_bits parts = {x};
  parts.parts.top = (uint16_t)((parts.parts.top & 0x8000) | (e + 16382));
  return parts.value;
}

#define DEFINE(T, S, ANY, P)                                                                       \
  T frexp##S(T x, int *e) {                                                                        \
    *e = 0;                                                                                        \
    if (x == 0 || !IS_FINITE(T, x))                                                                \
      return x;                                                                                    \
    int less = 0;                                                                                  \
    if (MAGNITUDE(S, x) < P##_MIN) {                                                               \
      x *= (T)0x1p64;                                                                              \
      less = 64;                                                                                   \
    }                                                                                              \
    *e = exponent##S(x) - less;                                                                    \
    return moved##S(x, 0);                                                                         \
  }                                                                                                \
                                                                                                   \
  int ilogb##S(T x) {                                                                              \
    if (x == 0 || IS_NAN(x)) {                                                                     \
      errno = EDOM;                                                                                \
      return x == 0 ? FP_ILOGB0 : FP_ILOGBNAN;                                                     \
    }                                                                                              \
    if (IS_INFINITE(T, x)) {                                                                       \
      errno = EDOM;                                                                                \
      return INT_MAX;                                                                              \
    }                                                                                              \
    int e;                                                                                         \
    frexp##S(x, &e);                                                                               \
    return e - 1;                                                                                  \
  }                                                                                                \
                                                                                                   \
  T logb##S(T x) {                                                                                 \
    if (x == 0) {                                                                                  \
      errno = ERANGE;                                                                              \
      return -INFINITE(T);                                                                         \
    }                                                                                              \
    if (!IS_FINITE(T, x))                                                                          \
      return x * x;                                                                                \
    int e;                                                                                         \
    frexp##S(x, &e);                                                                               \
    return (T)(e - 1);                                                                             \
  }                                                                                                \
                                                                                                   \
  /* The one multiplication at the end rounds, if any: a number that the steps before make so small \
     that it loses bits is too small for the result to keep any. */                                \
  T scalbln##S(T x, long n) {                                                                      \
    if (x == 0 || !IS_FINITE(T, x))                                                                \
      return x;                                                                                    \
    long e = n;                                                                                    \
    const long up = P##_MAX_EXP - 1, down = P##_MIN_EXP + P##_MANT_DIG - 1;                        \
    for (int i = 0; i < 2; i++) {                                                                  \
      if (e > up) {                                                                                \
        x *= moved##S((T)1, P##_MAX_EXP);                                                          \
        e -= up;                                                                                   \
      } else if (e < P##_MIN_EXP - 1) {                                                            \
        x *= moved##S((T)1, P##_MIN_EXP + P##_MANT_DIG);                                           \
        e -= down;                                                                                 \
      }                                                                                            \
    }                                                                                              \
    e = e > up ? up : e < P##_MIN_EXP - 1 ? P##_MIN_EXP - 1 : e;                                   \
    T result = x * moved##S((T)1, (int)e + 1);                                                     \
    if (result == 0 || IS_INFINITE(T, result))                                                     \
      errno = ERANGE;                                                                              \
    return result;                                                                                 \
  }                                                                                                \
                                                                                                   \
  T scalbn##S(T x, int n) { return scalbln##S(x, n); }                                             \
                                                                                                   \
  T ldexp##S(T x, int n) { return scalbln##S(x, n); }

FOR_EACH_TYPE(DEFINE)
