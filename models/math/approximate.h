// Functions whose result no standard fixes exactly. A model returns an arbitrary value that satisfies what
// holds for every implementation with a last digit that is nearly right: special cases, range, sign, and
// comparisons with simple functions that do not round.
#ifndef CASSAY_APPROXIMATE_H
#define CASSAY_APPROXIMATE_H

#include "math/types.h"
#include <math.h>

#define NOTE()                                                                                     \
  __cassay_note("results of transcendental functions are any values between those at some points")

// The results of overflow and underflow in the current rounding mode.
#define OVERFLOW(T, P) (errno = ERANGE, (T)P##_MAX * (T)P##_MAX)
#define UNDERFLOW(T, P) (errno = ERANGE, (T)P##_MIN * (T)P##_MIN)
#define POLE(T) (errno = ERANGE, INFINITE(T))

// Constants rounded outward or inward, valid for all three types.
#define PI_MORE(T) ((T)(sizeof(T) == 4 ? 3.14159298f : 3.1415926535897936))
#define PI_LESS(T) ((T)(sizeof(T) == 4 ? 3.14159226f : 3.1415926535897927))
#define HALF_PI_MORE(T) ((T)(sizeof(T) == 4 ? 1.57079649f : 1.5707963267948968))
#define HALF_PI_LESS(T) ((T)(sizeof(T) == 4 ? 1.57079613f : 1.5707963267948963))

#define ANY_VALUE(T, ANY, what) T r = __cassay_any_##ANY("approximate " what)
#define RETURN_IF(condition, value)                                                                \
  if (condition)                                                                                   \
  return (value)

// The result has the sign of x. The caller bounds its magnitude.
#define SAME_SIGN(x) __cassay_assume((x) > 0 ? r > 0 : r < 0)
#define ASSUME(condition) __cassay_assume(condition)

// Bounds from one point: the value there lies between `least` and `most`, and the function rises (or
// falls) everywhere. The operators do not short-circuit, because branches would multiply the paths.
#define RISING(T, x, r, at, least, most)                                                           \
  ASSUME(((x) < (T)(at)) | ((r) >= (T)(least)));                                                   \
  ASSUME(((x) > (T)(at)) | ((r) <= (T)(most)))
#define FALLING(T, x, r, at, least, most)                                                          \
  ASSUME(((x) > (T)(at)) | ((r) >= (T)(least)));                                                   \
  ASSUME(((x) < (T)(at)) | ((r) <= (T)(most)))
// Bounds on an interval: from `from` to `to` the value lies between `least` and `most`.
#define WITHIN(T, x, r, from, to, least, most)                                                     \
  ASSUME(((x) < (T)(from)) | ((x) > (T)(to)) | (((r) >= (T)(least)) & ((r) <= (T)(most))))

#endif
