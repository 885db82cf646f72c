// Parts of complex numbers.
#include "math/types.h"
#include <complex.h>
#include <math.h>

#define DEFINE(T, S, ANY, P)                                                                       \
  T creal##S(T _Complex z) { return __real__ z; }                                                  \
  T cimag##S(T _Complex z) { return __imag__ z; }                                                  \
  T cabs##S(T _Complex z) { return hypot##S(__real__ z, __imag__ z); }                             \
  T carg##S(T _Complex z) { return atan2##S(__imag__ z, __real__ z); }                             \
  T _Complex conj##S(T _Complex z) {                                                               \
    __imag__ z = -__imag__ z;                                                                      \
    return z;                                                                                      \
  }                                                                                                \
  T _Complex cproj##S(T _Complex z) {                                                              \
    if (IS_INFINITE(T, __real__ z) || IS_INFINITE(T, __imag__ z)) {                                \
      __real__ z = INFINITE(T);                                                                    \
      __imag__ z = WITH_SIGN(S, (T)0, __imag__ z);                                                 \
    }                                                                                              \
    return z;                                                                                      \
  }

FOR_EACH_TYPE(DEFINE)
