// The neighbours of a floating-point number.
#include "math/types.h"
#include <math.h>

// One step away from zero or towards it. The number is not zero; if it is infinite, the step leads
// towards zero.
static double step(double x, _Bool away) {
  union double_bits parts = {x};
  parts.bits += away ? 1 : -(uint64_t)1;
  return parts.value;
}
static float stepf(float x, _Bool away) {
  union float_bits parts = {x};
  parts.bits += away ? 1 : -(uint32_t)1;
  return parts.value;
}
static long double stepl(long double x, _Bool away) {
  union ldouble_bits parts = {x};
  uint64_t top_bit = (uint64_t)1 << 63;
  if (away) {
    parts.parts.fraction++;
    if (parts.parts.fraction == 0 || (parts.parts.fraction == top_bit)) {
      parts.parts.fraction |= top_bit;
      parts.parts.top++;
    }
  } else {
    parts.parts.fraction--;
    if (parts.parts.fraction < top_bit && (parts.parts.top & 0x7fff) != 0) {
      parts.parts.top--;
      if ((parts.parts.top & 0x7fff) != 0)
        parts.parts.fraction |= top_bit;
    }
  }
  return parts.value;
}

static double least(void) { return ((union double_bits){.bits = 1}).value; }
static float leastf(void) { return ((union float_bits){.bits = 1}).value; }
static long double leastl(void) { return ((union ldouble_bits){.parts = {1, 0}}).value; }

#define DEFINE(T, S, ANY, P)                                                                       \
  T nexttoward##S(T x, long double y) {                                                            \
    if (IS_NAN(x) || IS_NAN(y))                                                                    \
      return NOT_A_NUMBER(T);                                                                      \
    if (x == y)                                                                                    \
      return (T)y;                                                                                 \
    T result = x == 0 ? WITH_SIGN(S, least##S(), y > 0 ? (T)1 : (T)-1)                             \
                      : step##S(x, (x < y) == (x > 0));                                            \
    if (MAGNITUDE(S, result) < P##_MIN || (IS_INFINITE(T, result) && !IS_INFINITE(T, x)))          \
      errno = ERANGE;                                                                              \
    return result;                                                                                 \
  }                                                                                                \
                                                                                                   \
  T nextafter##S(T x, T y) { return nexttoward##S(x, y); }

FOR_EACH_TYPE(DEFINE)
