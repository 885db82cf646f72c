// Functions whose exact value no standard fixes. A model gives any value that satisfies what holds
// for every implementation that is accurate to its last digit: special cases, range, sign, and
// comparisons with simple functions that do not round.
#ifndef CASSAY_APPROXIMATE_H
#define CASSAY_APPROXIMATE_H

#include "math/types.h"
#include <math.h>

#define NOTE()                                                                                     \
  __cassay_note("results of transcendental functions are any values between those at some points")

// What an overflow and an underflow give in the present rounding mode.
#define OVERFLOW(T, P) (errno = ERANGE, (T)P##_MAX * (T)P##_MAX)
#define UNDERFLOW(T, P) (errno = ERANGE, (T)P##_MIN * (T)P##_MIN)
#define POLE(T) (errno = ERANGE, INFINITE(T))

// Constants rounded outward and inward, good for all three types.
#define PI_MORE(T) ((T)(sizeof(T) == 4 ? 3.14159298f : 3.1415926535897936))
#define PI_LESS(T) ((T)(sizeof(T) == 4 ? 3.14159226f : 3.1415926535897927))
#define HALF_PI_MORE(T) ((T)(sizeof(T) == 4 ? 1.57079649f : 1.5707963267948968))
#define HALF_PI_LESS(T) ((T)(sizeof(T) == 4 ? 1.57079613f : 1.5707963267948963))

#define ANY_VALUE(T, ANY, what) T r = __cassay_any_##ANY("approximate " what)
#define RETURN_IF(condition, value)                                                                \
  if (condition)                                                                                   \
  return (value)

// A result with the sign of x, whose magnitude the caller bounds.
#define SAME_SIGN(x) __cassay_assume((x) > 0 ? r > 0 : r < 0)
#define ASSUME(condition) __cassay_assume(condition)

// What a function that rises, or falls, is on both sides of a point where it lies between two values.
// There are no branches, which would multiply.
#define RISING(T, x, r, at, least, most)                                                           \
  ASSUME(((x) < (T)(at)) | ((r) >= (T)(least)));                                                   \
  ASSUME(((x) > (T)(at)) | ((r) <= (T)(most)))
#define FALLING(T, x, r, at, least, most)                                                          \
  ASSUME(((x) > (T)(at)) | ((r) >= (T)(least)));                                                   \
  ASSUME(((x) < (T)(at)) | ((r) <= (T)(most)))
// What lies between two values from one point to another.
#define WITHIN(T, x, r, from, to, least, most)                                                     \
  ASSUME(((x) < (T)(from)) | ((x) > (T)(to)) | (((r) >= (T)(least)) & ((r) <= (T)(most))))

#endif
