/* What the programs of Cassay's own generator need: operations without undefined behaviour, and
 * ways to hash values of every type. All NaNs count as one. */
#ifndef OWN_H
#define OWN_H

#include "differential.h"
#include <stdarg.h>
#include <stdbool.h>

#define DIV(T, a, b)                                                                               \
  ({                                                                                               \
    T a_ = (a), b_ = (b);                                                                          \
    b_ == 0 || b_ == (T)-1 ? a_ : (T)(a_ / b_);                                                    \
  })
#define MOD(T, a, b)                                                                               \
  ({                                                                                               \
    T a_ = (a), b_ = (b);                                                                          \
    b_ == 0 || b_ == (T)-1 ? a_ : (T)(a_ % b_);                                                    \
  })
/* The value converted to T when it lies strictly between the bounds, else a replacement. */
#define TO_INT(T, F, value, low, high, other)                                                      \
  ({                                                                                               \
    F f_ = (value);                                                                                \
    f_ > (low) && f_ < (high) ? (T)f_ : (T)(other);                                                \
  })

static void mix_float(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  mix32(value != value ? 1 : bits);
}

static void mix_double(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  mix(value != value ? 1 : bits);
}

static void mix_ldouble(long double value) {
  uint64_t significand;
  uint16_t exponent;
  if (value != value) {
    mix(1);
    return;
  }
  __builtin_memcpy(&significand, &value, sizeof significand);
  __builtin_memcpy(&exponent, (const char *)&value + 8, sizeof exponent);
  mix(significand);
  mix32(exponent);
}

static void mix_quad(__float128 value) {
  uint64_t bits[2];
  if (value != value) {
    mix(1);
    return;
  }
  __builtin_memcpy(bits, &value, sizeof bits);
  mix(bits[0]);
  mix(bits[1]);
}

#ifdef __SIZEOF_INT128__
static void mix_wide(unsigned __int128 value) {
  mix((uint64_t)value);
  mix((uint64_t)(value >> 64));
}
#endif

#endif
