/* The run-time side of csmith's programs, in place of its own header: the same names and contracts
 * (an operation that has no result yields its first operand), without printing and tables. */
#ifndef CSMITH_H
#define CSMITH_H

#include "differential.h"

/* The generator's main ends with crc32_context ^ 0xFFFFFFFFUL. */
#define crc32_context (hash)

static void crc32_gentab(void) {}
static void platform_main_begin(void) {}
static void platform_main_end(uint32_t value, int print) {
  (void)print;
  finish(value);
}
static void transparent_crc(uint64_t value, const char *name, int print) {
  (void)name;
  (void)print;
  mix(value);
}
/* Used for floats. All NaNs are one: which bits an operation makes is not specified. */
static void transparent_crc_bytes(const void *data, size_t size, const char *name, int print) {
  float value;
  uint32_t bits;
  (void)name;
  (void)print;
  (void)size;
  __builtin_memcpy(&value, data, sizeof value);
  __builtin_memcpy(&bits, data, sizeof bits);
  mix32(value != value ? 0x7fc00000u : bits);
}

/* Builtins that have no result for zero get one. */
#define NONZERO(T, function, value, other)                                                         \
  ({                                                                                               \
    T value_ = (value);                                                                            \
    value_ ? function(value_) : (other);                                                           \
  })
#define __builtin_clz(value) NONZERO(unsigned, __builtin_clz, value, 32)
#define __builtin_clzl(value) NONZERO(unsigned long, __builtin_clzl, value, 64)
#define __builtin_clzll(value) NONZERO(unsigned long long, __builtin_clzll, value, 64)
#define __builtin_ctz(value) NONZERO(unsigned, __builtin_ctz, value, 32)
#define __builtin_ctzl(value) NONZERO(unsigned long, __builtin_ctzl, value, 64)
#define __builtin_ctzll(value) NONZERO(unsigned long long, __builtin_ctzll, value, 64)

/* The checksum instruction of x86 (Castagnoli's polynomial), in C. */
static uint32_t checksum(uint32_t sum, uint8_t byte) {
  sum ^= byte;
  for (int bit = 0; bit < 8; bit++)
    sum = sum & 1 ? sum >> 1 ^ 0x82f63b78u : sum >> 1;
  return sum;
}
#define __builtin_ia32_crc32qi checksum

#define SAFE_SIGNED(T, MIN, MAX)                                                                   \
  static T safe_unary_minus_func_##T##_s(T a) { return a == MIN ? a : (T)-a; }                     \
  static T safe_add_func_##T##_s_s(T a, T b) {                                                     \
    T r;                                                                                           \
    return __builtin_add_overflow(a, b, &r) ? a : r;                                               \
  }                                                                                                \
  static T safe_sub_func_##T##_s_s(T a, T b) {                                                     \
    return (b < 0 ? a > MAX + b : a < MIN + b) ? a : (T)(a - b);                                   \
  }                                                                                                \
  static T safe_mul_func_##T##_s_s(T a, T b) {                                                     \
    T r;                                                                                           \
    return __builtin_mul_overflow(a, b, &r) ? a : r;                                               \
  }                                                                                                \
  static T safe_div_func_##T##_s_s(T a, T b) {                                                     \
    return b == 0 || (a == MIN && b == -1) ? a : (T)(a / b);                                       \
  }                                                                                                \
  static T safe_mod_func_##T##_s_s(T a, T b) {                                                     \
    return b == 0 || (a == MIN && b == -1) ? a : (T)(a % b);                                       \
  }                                                                                                \
  static T safe_lshift_func_##T##_s_u(T a, unsigned b) {                                           \
    return a < 0 || b >= sizeof(T) * 8 || a > (MAX >> b) ? a : (T)(a << b);                        \
  }                                                                                                \
  static T safe_lshift_func_##T##_s_s(T a, int b) {                                                \
    return b < 0 ? a : safe_lshift_func_##T##_s_u(a, (unsigned)b);                                 \
  }                                                                                                \
  static T safe_rshift_func_##T##_s_u(T a, unsigned b) {                                           \
    return a < 0 || b >= sizeof(T) * 8 ? a : (T)(a >> b);                                          \
  }                                                                                                \
  static T safe_rshift_func_##T##_s_s(T a, int b) {                                                \
    return b < 0 ? a : safe_rshift_func_##T##_s_u(a, (unsigned)b);                                 \
  }

#define SAFE_UNSIGNED(T, MAX)                                                                      \
  static T safe_unary_minus_func_##T##_u(T a) { return (T)-a; }                                    \
  static T safe_add_func_##T##_u_u(T a, T b) { return (T)(a + b); }                                \
  static T safe_sub_func_##T##_u_u(T a, T b) { return (T)(a - b); }                                \
  static T safe_mul_func_##T##_u_u(T a, T b) { return (T)(1u * a * b); }                           \
  static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a / b); }                   \
  static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a % b); }                   \
  static T safe_lshift_func_##T##_u_u(T a, unsigned b) {                                           \
    return b >= sizeof(T) * 8 || a > (MAX >> b) ? a : (T)(a << b);                                 \
  }                                                                                                \
  static T safe_lshift_func_##T##_u_s(T a, int b) {                                                \
    return b < 0 ? a : safe_lshift_func_##T##_u_u(a, (unsigned)b);                                 \
  }                                                                                                \
  static T safe_rshift_func_##T##_u_u(T a, unsigned b) {                                           \
    return b >= sizeof(T) * 8 ? a : (T)(a >> b);                                                   \
  }                                                                                                \
  static T safe_rshift_func_##T##_u_s(T a, int b) {                                                \
    return b < 0 ? a : safe_rshift_func_##T##_u_u(a, (unsigned)b);                                 \
  }

SAFE_SIGNED(int8_t, INT8_MIN, INT8_MAX)
SAFE_SIGNED(int16_t, INT16_MIN, INT16_MAX)
SAFE_SIGNED(int32_t, INT32_MIN, INT32_MAX)
SAFE_SIGNED(int64_t, INT64_MIN, INT64_MAX)
SAFE_UNSIGNED(uint8_t, UINT8_MAX)
SAFE_UNSIGNED(uint16_t, UINT16_MAX)
SAFE_UNSIGNED(uint32_t, UINT32_MAX)
SAFE_UNSIGNED(uint64_t, UINT64_MAX)

/* An operation whose result is not finite yields its first operand. */
#define SAFE_FLOAT(name, operator)                                                                 \
  static float safe_##name##_func_float_f_f(float a, float b) {                                    \
    float r = a operator b;                                                                        \
    return r - r == 0.0f ? r : a;                                                                  \
  }
SAFE_FLOAT(add, +)
SAFE_FLOAT(sub, -)
SAFE_FLOAT(mul, *)
SAFE_FLOAT(div, /)

static int32_t safe_convert_func_float_to_int32_t(float a) {
  return a >= -2147483648.0f && a < 2147483648.0f ? (int32_t)a : INT32_MAX;
}

#endif
