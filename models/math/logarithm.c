// Logarithms.
#include "math/approximate.h"

// Values at some points, rounded outward by more than the error of any implementation.
#define NATURAL(T, x, r)                                                                           \
  RISING(T, x, r, 9.5367431640625e-07, -13.86297, -13.86292);                                      \
  RISING(T, x, r, 0.0009765625, -6.931486, -6.931458);                                             \
  RISING(T, x, r, 0.03125, -3.465743, -3.465729);                                                  \
  RISING(T, x, r, 0.125, -2.079446, -2.079437);                                                    \
  RISING(T, x, r, 0.25, -1.386297, -1.386292);                                                     \
  RISING(T, x, r, 0.5, -0.6931486, -0.6931458);                                                    \
  RISING(T, x, r, 0.75, -0.2876826, -0.2876815);                                                   \
  RISING(T, x, r, 1.25, 0.2231431, 0.223144);                                                      \
  RISING(T, x, r, 1.5, 0.4054643, 0.4054659);                                                      \
  RISING(T, x, r, 2, 0.6931458, 0.6931486);                                                        \
  RISING(T, x, r, 3, 1.09861, 1.098614);                                                           \
  RISING(T, x, r, 4, 1.386292, 1.386297);                                                          \
  RISING(T, x, r, 5, 1.609435, 1.609441);                                                          \
  RISING(T, x, r, 8, 2.079437, 2.079446);                                                          \
  RISING(T, x, r, 10, 2.30258, 2.30259);                                                           \
  RISING(T, x, r, 16, 2.772583, 2.772594);                                                         \
  RISING(T, x, r, 32, 3.465729, 3.465743);                                                         \
  RISING(T, x, r, 100, 4.605161, 4.605179);                                                        \
  RISING(T, x, r, 1000, 6.907741, 6.907769);                                                       \
  RISING(T, x, r, 10000, 9.210322, 9.210359);                                                      \
  RISING(T, x, r, 1000000, 13.81548, 13.81554);                                                    \
  RISING(T, x, r, 1000000000.0, 20.72322, 20.72331)

#define BINARY(T, x, r)                                                                            \
  RISING(T, x, r, 9.5367431640625e-07, -20.00004, -19.99996);                                      \
  RISING(T, x, r, 0.0009765625, -10.00002, -9.99998);                                              \
  RISING(T, x, r, 0.03125, -5.00001, -4.99999);                                                    \
  RISING(T, x, r, 0.125, -3.000006, -2.999994);                                                    \
  RISING(T, x, r, 0.25, -2.000004, -1.999996);                                                     \
  RISING(T, x, r, 0.5, -1.000002, -0.999998);                                                      \
  RISING(T, x, r, 0.75, -0.4150383, -0.4150367);                                                   \
  RISING(T, x, r, 1.25, 0.3219275, 0.3219287);                                                     \
  RISING(T, x, r, 1.5, 0.5849613, 0.5849637);                                                      \
  RISING(T, x, r, 2, 0.999998, 1.000002);                                                          \
  RISING(T, x, r, 3, 1.584959, 1.584966);                                                          \
  RISING(T, x, r, 4, 1.999996, 2.000004);                                                          \
  RISING(T, x, r, 5, 2.321923, 2.321933);                                                          \
  RISING(T, x, r, 8, 2.999994, 3.000006);                                                          \
  RISING(T, x, r, 10, 3.321921, 3.321935);                                                         \
  RISING(T, x, r, 16, 3.999992, 4.000008);                                                         \
  RISING(T, x, r, 32, 4.99999, 5.00001);                                                           \
  RISING(T, x, r, 100, 6.643843, 6.643869);                                                        \
  RISING(T, x, r, 1000, 9.965764, 9.965804);                                                       \
  RISING(T, x, r, 10000, 13.28769, 13.28774);                                                      \
  RISING(T, x, r, 1000000, 19.93153, 19.93161);                                                    \
  RISING(T, x, r, 1000000000.0, 29.89729, 29.89741)

#define DECIMAL(T, x, r)                                                                           \
  RISING(T, x, r, 9.5367431640625e-07, -6.020612, -6.020588);                                      \
  RISING(T, x, r, 0.0009765625, -3.010306, -3.010294);                                             \
  RISING(T, x, r, 0.03125, -1.505153, -1.505147);                                                  \
  RISING(T, x, r, 0.125, -0.9030918, -0.9030882);                                                  \
  RISING(T, x, r, 0.25, -0.6020612, -0.6020588);                                                   \
  RISING(T, x, r, 0.5, -0.3010306, -0.3010294);                                                    \
  RISING(T, x, r, 0.75, -0.124939, -0.1249385);                                                    \
  RISING(T, x, r, 1.25, 0.09690982, 0.09691021);                                                   \
  RISING(T, x, r, 1.5, 0.1760909, 0.1760916);                                                      \
  RISING(T, x, r, 2, 0.3010294, 0.3010306);                                                        \
  RISING(T, x, r, 3, 0.4771203, 0.4771222);                                                        \
  RISING(T, x, r, 4, 0.6020588, 0.6020612);                                                        \
  RISING(T, x, r, 5, 0.6989686, 0.6989714);                                                        \
  RISING(T, x, r, 8, 0.9030882, 0.9030918);                                                        \
  RISING(T, x, r, 10, 0.999998, 1.000002);                                                         \
  RISING(T, x, r, 16, 1.204118, 1.204122);                                                         \
  RISING(T, x, r, 32, 1.505147, 1.505153);                                                         \
  RISING(T, x, r, 100, 1.999996, 2.000004);                                                        \
  RISING(T, x, r, 1000, 2.999994, 3.000006);                                                       \
  RISING(T, x, r, 10000, 3.999992, 4.000008);                                                      \
  RISING(T, x, r, 1000000, 5.999988, 6.000012);                                                    \
  RISING(T, x, r, 1000000000.0, 8.999982, 9.000018)

#define NATURAL_OF_MORE(T, x, r)                                                                   \
  RISING(T, x, r, -0.875, -2.079446, -2.079437);                                                   \
  RISING(T, x, r, -0.75, -1.386297, -1.386292);                                                    \
  RISING(T, x, r, -0.5, -0.6931486, -0.6931458);                                                   \
  RISING(T, x, r, -0.25, -0.2876826, -0.2876815);                                                  \
  RISING(T, x, r, 0.25, 0.2231431, 0.223144);                                                      \
  RISING(T, x, r, 0.5, 0.4054643, 0.4054659);                                                      \
  RISING(T, x, r, 1, 0.6931458, 0.6931486);                                                        \
  RISING(T, x, r, 1.5, 0.9162889, 0.9162926);                                                      \
  RISING(T, x, r, 2, 1.09861, 1.098614);                                                           \
  RISING(T, x, r, 3, 1.386292, 1.386297);                                                          \
  RISING(T, x, r, 4, 1.609435, 1.609441);                                                          \
  RISING(T, x, r, 8, 2.19722, 2.197229);                                                           \
  RISING(T, x, r, 16, 2.833208, 2.833219);                                                         \
  RISING(T, x, r, 100, 4.615111, 4.61513);                                                         \
  RISING(T, x, r, 1000, 6.908741, 6.908769);                                                       \
  RISING(T, x, r, 1000000, 13.81548, 13.81554);                                                    \
  RISING(T, x, r, 1000000000.0, 20.72322, 20.72331)

// A logarithm; the constants are its values at the greatest and least positive numbers, rounded outward.
#define LOGARITHM(T, S, ANY, name, text, most, least, STEPS)                                       \
  T name##S(T x) {                                                                                 \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0, -POLE(T));                                                                   \
    RETURN_IF(x < 0, DOMAIN_ERROR(T));                                                             \
    RETURN_IF(x == INFINITE(T), x);                                                                \
    RETURN_IF(x == 1, 0);                                                                          \
    ANY_VALUE(T, ANY, text);                                                                       \
    ASSUME(x > 1 ? r > 0 && r <= (most) && r <= x : r < 0 && r >= (least));                        \
    STEPS(T, x, r);                                                                                \
    return r;                                                                                      \
  }

#define DEFINE(T, S, ANY, P)                                                                       \
  LOGARITHM(T, S, ANY, log, "log", (T)(P##_MAX_EXP * 0.6932), (T)-11500, NATURAL)                  \
  LOGARITHM(T, S, ANY, log2, "log2", (T)P##_MAX_EXP, (T)(P##_MIN_EXP - P##_MANT_DIG - 1), BINARY)  \
  LOGARITHM(T, S, ANY, log10, "log10", (T)(P##_MAX_10_EXP + 1), (T)(P##_MIN_10_EXP - P##_DIG - 5), \
            DECIMAL)                                                                               \
                                                                                                   \
  T log1p##S(T x) {                                                                                \
    NOTE();                                                                                        \
    RETURN_IF(IS_NAN(x), NOT_A_NUMBER(T));                                                         \
    RETURN_IF(x == 0 || x == INFINITE(T), x);                                                      \
    RETURN_IF(x == -1, -POLE(T));                                                                  \
    RETURN_IF(x < -1, DOMAIN_ERROR(T));                                                            \
    ANY_VALUE(T, ANY, "log1p");                                                                    \
    SAME_SIGN(x);                                                                                  \
    ASSUME(r <= x && r >= -45 && r <= (T)(P##_MAX_EXP * 0.6932));                                  \
    NATURAL_OF_MORE(T, x, r);                                                                      \
    return r;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
