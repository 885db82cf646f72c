// Rounding to integer types. A value that does not fit gives an unspecified result (C17 7.12.9.5); here it
// is that of Cassay's conversion.
#include "math/types.h"
#include <math.h>

#define DEFINE(T, S, ANY, P)                                                                       \
  long lrint##S(T x) { return (long)__builtin_rint##S(x); }                                        \
  long long llrint##S(T x) { return (long long)__builtin_rint##S(x); }                             \
  long lround##S(T x) { return (long)__builtin_round##S(x); }                                      \
  long long llround##S(T x) { return (long long)__builtin_round##S(x); }

FOR_EACH_TYPE(DEFINE)
