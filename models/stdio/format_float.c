// Floating-point numbers as text. The text is exact for constants, and for %f if the digits fit 128 bits. In
// other cases it is an arbitrary text of the right form and length.
#include "stdio/conversion.h"
#include <string.h>

size_t __cassay_lib_format_float(char *text, long double value, struct conversion *conversion);
size_t __cassay_lib_format_exact(char *text, long double value, struct conversion *conversion);

// The number of bits after the binary point that are represented exactly.
#define BEHIND 120

typedef unsigned _BitInt(128) uint128;

// The current rounding. It is measured by a sum: reading the variable of the mode would make every
// floating-point operation of the program depend on it.
static char rounding_of(_Bool negative) {
  volatile double little = 0x1p-60;
  if (1 + little != 1)
    return negative ? TOWARDS_ZERO : AWAY_FROM_ZERO;
  if (-1 - little != -1)
    return negative ? AWAY_FROM_ZERO : TOWARDS_ZERO;
  return 1 - little != 1 ? TOWARDS_ZERO : TO_NEAREST;
}

// Writes a number that is not negative, with the given number of digits after the point, rounded to
// nearest. Returns false if that cannot be done exactly.
static _Bool fixed(char *text, size_t *length, long double value, int precision, _Bool point) {
  if (value >= 0x1p63L || precision > 30)
    return 0;
  uint64_t whole = (uint64_t)value;
  long double scaled = (value - whole) * 0x1p120L;
  uint128 behind = (uint128)scaled;
  if ((long double)behind != scaled)
    return 0;
  char digits[32];
  uint128 mask = ((uint128)1 << BEHIND) - 1;
  for (int i = 0; i < precision; i++) {
    behind *= 10;
    digits[i] = (char)('0' + (int)(behind >> BEHIND));
    behind &= mask;
  }
  uint128 half = (uint128)1 << (BEHIND - 1);
  _Bool odd = precision > 0 ? digits[precision - 1] & 1 : whole & 1;
  _Bool up = behind > half || (behind == half && odd);
  for (int i = precision - 1; i >= 0; i--) {
    char next = (char)(digits[i] + up);
    up = next > '9';
    digits[i] = up ? '0' : next;
  }
  whole += up;
  char front[20];
  size_t count = 1;
  for (size_t i = 1; i <= sizeof front; i++) {
    if (whole != 0)
      count = i;
    front[sizeof front - i] = (char)('0' + whole % 10);
    whole /= 10;
  }
  memcpy(text, front + sizeof front - count, count);
  if (precision > 0 || point)
    text[count++] = '.';
  memcpy(text + count, digits, (size_t)precision);
  *length = count + (size_t)precision;
  return 1;
}

// Writes an arbitrary text that a number can have: digits, a point, letters of an exponent.
static size_t any_text(char *text, const struct conversion *conversion, int precision) {
  char kind = (char)(conversion->kind | 32);
  _Bool point = precision > 0 || conversion->alternative;
  size_t digits = (size_t)precision + point;
  // The integer part of the greatest number, or one digit and an exponent.
  size_t least = 1, most = digits + 10;
  switch (kind) {
  case 'f':
    least = digits + 1;
    most = digits + 310;
    break;
  case 'e':
    least = digits + 5;
    most = digits + (conversion->length == LONG_DOUBLE ? 7 : 6);
    break;
  case 'a':
    least = 4;
    most = (size_t)precision + 24;
    break;
  }
  size_t length = __cassay_any_size("approximate length of the printed number");
  __cassay_assume(length >= least && length <= most);
  // + - . 0-9, letters.
  __cassay_havoc_among(text, length, 0x3ff680000000000ull, 0x7fffffe07fffffeull, 0, 0, '0',
                       "approximate digits of the printed number");
  return length;
}

// Writes a number without its sign and returns the length.
size_t __cassay_lib_format_float(char *text, long double value, struct conversion *conversion) {
  __cassay_note("floating-point numbers that are not constant are printed as any text of their length (by "
                "%f only large ones)");
  _Bool capital = conversion->kind <= 'Z', negative = __builtin_signbitl(value);
  long double magnitude = negative ? -value : value;
  if (value != value) {
    memcpy(text, capital ? "NAN" : "nan", 3);
    return 3;
  }
  if (magnitude > 0 && magnitude - magnitude != 0) {
    memcpy(text, capital ? "INF" : "inf", 3);
    return 3;
  }
  char kind = (char)(conversion->kind | 32);
  int precision = conversion->precision < 0 ? 6 : conversion->precision;
  size_t length;
  conversion->rounding = rounding_of(negative);
  if (__cassay_known_ldouble(value)) {
    length = __cassay_lib_format_exact(text, magnitude, conversion);
    if (length > 0)
      return length;
  }
  if (kind == 'f' && conversion->rounding == TO_NEAREST &&
      fixed(text, &length, magnitude, precision, conversion->alternative))
    return length;
  return any_text(text, conversion, precision);
}
