// The error function and the gamma function.
#include "math/approximate.h"

// The sign that the last call of lgamma stored.
int signgam;

#define DEFINE(T, S, ANY, P)                                                                       \
  T erf##S(T x) {                                                                                  \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, x);                                                                          \
    RETURN_IF(IS_INFINITE(T, x), WITH_SIGN(S, (T)1, x));                                           \
    ANY_VALUE(T, ANY, "erf");                                                                      \
    SAME_SIGN(x);                                                                                  \
    ASSUME(r >= -1 && r <= 1);                                                                     \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T erfc##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, 1);                                                                          \
    RETURN_IF(x == INFINITE(T), 0);                                                                \
    RETURN_IF(x == -INFINITE(T), 2);                                                               \
    ANY_VALUE(T, ANY, "erfc");                                                                     \
    ASSUME(x > 0 ? r >= 0 && r <= 1 : r >= 1 && r <= 2);                                           \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T tgamma##S(T x) {                                                                               \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, WITH_SIGN(S, POLE(T), x));                                                   \
    RETURN_IF(x == INFINITE(T), x);                                                                \
    RETURN_IF(x < 0 && x == __builtin_trunc##S(x), DOMAIN_ERROR(T));                               \
    RETURN_IF(x == 1 || x == 2, 1);                                                                \
    ANY_VALUE(T, ANY, "tgamma");                                                                   \
    ASSUME(r >= (T)0.88 || (x < 0 && !IS_NAN(r)));                                                 \
    if (IS_INFINITE(T, r))                                                                         \
      errno = ERANGE;                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T lgamma##S##_r(T x, int *sign) {                                                                \
    NOTE();                                                                                        \
    *sign = x == 0 && WITH_SIGN(S, (T)1, x) < 0 ? -1 : 1;                                          \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(IS_INFINITE(T, x), INFINITE(T));                                                     \
    RETURN_IF(x <= 0 && x == __builtin_trunc##S(x), POLE(T));                                      \
    RETURN_IF(x == 1 || x == 2, 0);                                                                \
    if (x < 0 && __cassay_any_bool("approximate sign of gamma"))                                           \
      *sign = -1;                                                                                  \
    ANY_VALUE(T, ANY, "lgamma");                                                                   \
    ASSUME(!IS_NAN(r) && (x < 3 || r > 0) && (x < 0 || r >= (T)-0.13));                            \
    if (IS_INFINITE(T, r))                                                                         \
      errno = ERANGE;                                                                              \
    return r;                                                                                      \
  }                                                                                                \
                                                                                                   \
  T lgamma##S(T x) { return lgamma##S##_r(x, &signgam); }

FOR_EACH_TYPE(DEFINE)
