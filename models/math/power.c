// Powers, cube roots, lengths.
#include "math/approximate.h"

// Powers of ten that double holds exactly.
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
