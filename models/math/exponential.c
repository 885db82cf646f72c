// Exponential functions.
#include "math/approximate.h"

// Values at some points, rounded outward by more than the error of any implementation.
#define POWERS_OF_E(T, x, r)                                                                       \
  RISING(T, x, r, -20, 2.06115e-09, 2.061158e-09);                                                 \
  RISING(T, x, r, -10, 4.539984e-05, 4.540002e-05);                                                \
  RISING(T, x, r, -5, 0.006737934, 0.00673796);                                                    \
  RISING(T, x, r, -3, 0.04978697, 0.04978717);                                                     \
  RISING(T, x, r, -2, 0.135335, 0.1353356);                                                        \
  RISING(T, x, r, -1, 0.3678787, 0.3678802);                                                       \
  RISING(T, x, r, -0.5, 0.6065294, 0.6065319);                                                     \
  RISING(T, x, r, 0.25, 1.284023, 1.284028);                                                       \
  RISING(T, x, r, 0.5, 1.648718, 1.648725);                                                        \
  RISING(T, x, r, 1, 2.718276, 2.718287);                                                          \
  RISING(T, x, r, 1.5, 4.48168, 4.481698);                                                         \
  RISING(T, x, r, 2, 7.389041, 7.389071);                                                          \
  RISING(T, x, r, 3, 20.0855, 20.08558);                                                           \
  RISING(T, x, r, 4, 54.59804, 54.59826);                                                          \
  RISING(T, x, r, 5, 148.4129, 148.4135);                                                          \
  RISING(T, x, r, 10, 22026.42, 22026.51);                                                         \
  RISING(T, x, r, 20, 4.851642e+08, 4.851662e+08);                                                 \
  RISING(T, x, r, 40, 2.353848e+17, 2.353857e+17)

#define POWERS_OF_TWO(T, x, r)                                                                     \
  RISING(T, x, r, -20, 9.536724e-07, 9.536762e-07);                                                \
  RISING(T, x, r, -10, 0.0009765605, 0.0009765645);                                                \
  RISING(T, x, r, -5, 0.03124994, 0.03125006);                                                     \
  RISING(T, x, r, -3, 0.1249998, 0.1250003);                                                       \
  RISING(T, x, r, -2, 0.2499995, 0.2500005);                                                       \
  RISING(T, x, r, -1, 0.499999, 0.500001);                                                         \
  RISING(T, x, r, -0.5, 0.7071054, 0.7071082);                                                     \
  RISING(T, x, r, 0.5, 1.414211, 1.414216);                                                        \
  RISING(T, x, r, 1, 1.999996, 2.000004);                                                          \
  RISING(T, x, r, 1.5, 2.828421, 2.828433);                                                        \
  RISING(T, x, r, 2, 3.999992, 4.000008);                                                          \
  RISING(T, x, r, 3, 7.999984, 8.000016);                                                          \
  RISING(T, x, r, 4, 15.99997, 16.00003);                                                          \
  RISING(T, x, r, 5, 31.99994, 32.00006);                                                          \
  RISING(T, x, r, 8, 255.9995, 256.0005);                                                          \
  RISING(T, x, r, 10, 1023.998, 1024.002);                                                         \
  RISING(T, x, r, 16, 65535.87, 65536.13);                                                         \
  RISING(T, x, r, 32, 4.294959e+09, 4.294976e+09)

#define POWERS_OF_TEN(T, x, r)                                                                     \
  RISING(T, x, r, -10, 9.99998e-11, 1.000002e-10);                                                 \
  RISING(T, x, r, -5, 9.99998e-06, 1.000002e-05);                                                  \
  RISING(T, x, r, -3, 0.000999998, 0.001000002);                                                   \
  RISING(T, x, r, -2, 0.00999998, 0.01000002);                                                     \
  RISING(T, x, r, -1, 0.0999998, 0.1000002);                                                       \
  RISING(T, x, r, -0.5, 0.3162271, 0.3162284);                                                     \
  RISING(T, x, r, 0.5, 3.162271, 3.162284);                                                        \
  RISING(T, x, r, 1, 9.99998, 10.00002);                                                           \
  RISING(T, x, r, 1.5, 31.62271, 31.62284);                                                        \
  RISING(T, x, r, 2, 99.9998, 100.0002);                                                           \
  RISING(T, x, r, 3, 999.998, 1000.002);                                                           \
  RISING(T, x, r, 4, 9999.98, 10000.02);                                                           \
  RISING(T, x, r, 5, 99999.8, 100000.2);                                                           \
  RISING(T, x, r, 6, 999998, 1000002);                                                             \
  RISING(T, x, r, 10, 9.99998e+09, 1.000002e+10);                                                  \
  RISING(T, x, r, 20, 9.99998e+19, 1.000002e+20)

#define POWERS_LESS_ONE(T, x, r)                                                                   \
  RISING(T, x, r, -5, -0.993264, -0.9932601);                                                      \
  RISING(T, x, r, -3, -0.9502148, -0.950211);                                                      \
  RISING(T, x, r, -2, -0.8646664, -0.864663);                                                      \
  RISING(T, x, r, -1, -0.6321218, -0.6321193);                                                     \
  RISING(T, x, r, -0.5, -0.3934701, -0.3934686);                                                   \
  RISING(T, x, r, 0.25, 0.2840248, 0.284026);                                                      \
  RISING(T, x, r, 0.5, 0.64872, 0.6487226);                                                        \
  RISING(T, x, r, 1, 1.718278, 1.718285);                                                          \
  RISING(T, x, r, 1.5, 3.481682, 3.481696);                                                        \
  RISING(T, x, r, 2, 6.389043, 6.389069);                                                          \
  RISING(T, x, r, 3, 19.0855, 19.08558);                                                           \
  RISING(T, x, r, 4, 53.59804, 53.59826);                                                          \
  RISING(T, x, r, 5, 147.4129, 147.4135);                                                          \
  RISING(T, x, r, 10, 22025.42, 22025.51);                                                         \
  RISING(T, x, r, 20, 4.851642e+08, 4.851662e+08);                                                 \
  RISING(T, x, r, 40, 2.353848e+17, 2.353857e+17)

// The arguments above which the result overflows and below which it underflows.
#define DOUBLE_LARGE 709.79
#define DOUBLE_SMALL -745.2
#define FLOAT_LARGE 88.73f
#define FLOAT_SMALL -104.0f
#define LDOUBLE_LARGE 11356.6L
#define LDOUBLE_SMALL -11400.0L
#define BOUND(T, what)                                                                             \
  ((T)(sizeof(T) == 4 ? FLOAT_##what : sizeof(T) == 8 ? DOUBLE_##what : LDOUBLE_##what))

// Facts that all of them share: e^x >= x for x >= 0, and the result is positive unless x is very small.
// `slack` is for functions that implementations compute less exactly.
#define POWER_OF(T, ANY, P, name, x, large, small, slack, STEPS)                                   \
  NOTE();                                                                                          \
  RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                           \
  RETURN_IF(x == INFINITE(T), x);                                                                  \
  RETURN_IF(x == -INFINITE(T), 0);                                                                 \
  RETURN_IF(x == 0, 1);                                                                            \
  RETURN_IF(x > (large), OVERFLOW(T, P));                                                          \
  RETURN_IF(x < (small), UNDERFLOW(T, P));                                                         \
  ANY_VALUE(T, ANY, name);                                                                         \
  ASSUME(x > 0 ? r >= 1 - (slack) && r >= x : r >= 0 && r <= 1 + (slack));                         \
  ASSUME(x < (small) / 2 || r > 0);                                                                \
  STEPS(T, x, r);                                                                                  \
  return r

#define DEFINE(T, S, ANY, P)                                                                       \
  T exp##S(T x) { POWER_OF(T, ANY, P, "exp", x, BOUND(T, LARGE), BOUND(T, SMALL), 0, POWERS_OF_E); }\
                                                                                                   \
  T exp2##S(T x) {                                                                                 \
    if (x > P##_MIN_EXP && x < P##_MAX_EXP && x == __builtin_rint##S(x))                           \
      return scalbn##S(1, (int)x);                                                                 \
    /* 2^x >= x as well. */                                                                        \
    POWER_OF(T, ANY, P, "exp2", x, (T)P##_MAX_EXP, (T)(P##_MIN_EXP - P##_MANT_DIG - 2), 0,         \
             POWERS_OF_TWO);                                                                       \
  }                                                                                                \
                                                                                                   \
  T exp10##S(T x) {                                                                                \
    POWER_OF(T, ANY, P, "exp10", x, (T)(P##_MAX_10_EXP + 1),                                       \
             (T)(P##_MIN_10_EXP - P##_DIG - 5), 8 * P##_EPSILON, POWERS_OF_TEN);                   \
  }                                                                                                \
                                                                                                   \
  T expm1##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || x == INFINITE(T), x);                                                      \
    RETURN_IF(x == -INFINITE(T), -1);                                                              \
    RETURN_IF(x > BOUND(T, LARGE), OVERFLOW(T, P));                                                \
    ANY_VALUE(T, ANY, "expm1");                                                                    \
    SAME_SIGN(x);                                                                                  \
    ASSUME(r >= x && r >= -1);                                                                     \
    POWERS_LESS_ONE(T, x, r);                                                                      \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
