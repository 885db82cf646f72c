// pow, cbrt and hypot.
#include "math/approximate.h"

// Values at some points, rounded outward by more than the error of any implementation.
#define CUBE_ROOTS(T, x, r)                                                                        \
  RISING(T, x, r, 0.0009765625, 0.09921237, 0.09921276);                                           \
  RISING(T, x, r, 0.125, 0.499999, 0.500001);                                                      \
  RISING(T, x, r, 0.25, 0.6299593, 0.6299618);                                                     \
  RISING(T, x, r, 0.5, 0.7936989, 0.7937021);                                                      \
  RISING(T, x, r, 0.75, 0.9085585, 0.9085621);                                                     \
  RISING(T, x, r, 1.5, 1.144712, 1.144717);                                                        \
  RISING(T, x, r, 2, 1.259919, 1.259924);                                                          \
  RISING(T, x, r, 3, 1.442247, 1.442252);                                                          \
  RISING(T, x, r, 4, 1.587398, 1.587404);                                                          \
  RISING(T, x, r, 5, 1.709973, 1.709979);                                                          \
  RISING(T, x, r, 8, 1.999996, 2.000004);                                                          \
  RISING(T, x, r, 10, 2.15443, 2.154439);                                                          \
  RISING(T, x, r, 16, 2.519837, 2.519847);                                                         \
  RISING(T, x, r, 27, 2.999994, 3.000006);                                                         \
  RISING(T, x, r, 64, 3.999992, 4.000008);                                                         \
  RISING(T, x, r, 100, 4.64158, 4.641598);                                                         \
  RISING(T, x, r, 1000, 9.99998, 10.00002);                                                        \
  RISING(T, x, r, 1000000, 99.9998, 100.0002);                                                     \
  RISING(T, x, r, 1000000000.0, 999.998, 1000.002)

// x^2 is the product up to the error of an implementation in the last digit.
#define SQUARE(T, P, x, r)                                                                         \
  do {                                                                                             \
    T product = (x) * (x);                                                                         \
    if (product < (T)1e30 && product > (T)1e-30)                                                   \
      ASSUME(((r) >= product * (1 - 4 * P##_EPSILON)) & ((r) <= product * (1 + 4 * P##_EPSILON))); \
  } while (0)

// Powers of ten that double represents exactly.
static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

#define DEFINE(T, S, ANY, P)                                                                       \
  /* C17 F.10.4.4, then exact results that implementations give exactly, then signs and ranges. */ \
  T pow##S(T x, T y) {                                                                             \
    NOTE();                                                                                        \
    RETURN_IF(x == 1 || y == 0, 1);                                                                \
    RETURN_IF(IS_NAN(x) || IS_NAN(y), NOT_A_NUMBER(T));                                            \
    RETURN_IF(y == 1, x);                                                                          \
    T m = MAGNITUDE(S, x);                                                                         \
    if (IS_INFINITE(T, y)) {                                                                       \
      RETURN_IF(m == 1, 1);                                                                        \
      return (m > 1) == (y > 0) ? INFINITE(T) : 0;                                                 \
    }                                                                                              \
    _Bool whole = y == __builtin_trunc##S(y);                                                      \
    _Bool odd = whole && y / 2 != __builtin_trunc##S(y / 2);                                       \
    T sign = odd ? WITH_SIGN(S, (T)1, x) : (T)1;                                                   \
    RETURN_IF(x == 0 && y < 0, sign * POLE(T));                                                    \
    RETURN_IF(x == 0, sign * 0);                                                                   \
    RETURN_IF(IS_INFINITE(T, x), sign * (y < 0 ? 0 : INFINITE(T)));                                \
    RETURN_IF(x < 0 && !whole, DOMAIN_ERROR(T));                                                   \
    RETURN_IF(m == 1, sign);                                                                       \
    if (whole && x == 2 && y > P##_MIN_EXP && y < P##_MAX_EXP)                                     \
      return scalbn##S(1, (int)y);                                                                 \
    if (whole && x == 10 && y > 0 && y <= (sizeof(T) == 4 ? 10 : 22))                              \
      return (T)tens[(int)y];                                                                      \
    if (y == 2 && m < (T)(1LL << P##_MANT_DIG / 2) && x == __builtin_trunc##S(x))                  \
      return x * x;                                                                                \
    ANY_VALUE(T, ANY, "pow");                                                                      \
    T size = r * sign;                                                                             \
    ASSUME(size >= 0);                                                                             \
    if ((m > 1) == (y > 0))                                                                        \
      ASSUME(size >= 1 && (m < 1 || y < 1 || size >= m));                                          \
    else                                                                                           \
      ASSUME(size <= 1 && (m > 1 || y < 1 || size <= m));                                          \
    if (y == 2)                                                                                    \
      SQUARE(T, P, x, r);                                                                          \
    if (IS_INFINITE(T, r) || r == 0)                                                               \
      errno = ERANGE;                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T cbrt##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || IS_INFINITE(T, x), x);                                                     \
    ANY_VALUE(T, ANY, "cbrt");                                                                     \
    SAME_SIGN(x);                                                                                  \
    T m = MAGNITUDE(S, x), size = MAGNITUDE(S, r);                                                 \
    ASSUME(m >= 1 ? size >= (T)0.999 : size <= (T)1.001);                                          \
    ASSUME(m >= 2 ? size <= m : size <= 2);                                                        \
    ASSUME(m > (T)0.5 || size >= m);                                                               \
    CUBE_ROOTS(T, m, size);                                                                        \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T hypot##S(T x, T y) {                                                                           \
    NOTE();                                                                                        \
    RETURN_IF(IS_INFINITE(T, x) || IS_INFINITE(T, y), INFINITE(T));                                \
    RETURN_IF(IS_NAN(x) || IS_NAN(y), NOT_A_NUMBER(T));                                            \
    T a = MAGNITUDE(S, x), b = MAGNITUDE(S, y);                                                    \
    RETURN_IF(a == 0, b);                                                                          \
    RETURN_IF(b == 0, a);                                                                          \
    T longer = a > b ? a : b;                                                                      \
    ANY_VALUE(T, ANY, "hypot");                                                                    \
    ASSUME(r >= longer && (longer > P##_MAX / 2 || r <= 2 * longer));                              \
    if (IS_INFINITE(T, r))                                                                         \
      errno = ERANGE;                                                                              \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
