// Floating-point numbers as text: exact for %f of numbers whose digits fit 128 bits, any text of the
// right kind and length otherwise.
#include "stdio/conversion.h"
#include <string.h>

size_t __cassay_lib_format_float(char *text, long double value, struct conversion *conversion);

// Bits behind the point that are held exactly.
#define BEHIND 120

typedef unsigned _BitInt(128) uint128;

// Writes a number that is not negative with so many digits behind the point, rounded to nearest;
// whether that can be done exactly.
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

// The text of a number without its sign; how long it is.
size_t __cassay_lib_format_float(char *text, long double value, struct conversion *conversion) {
  __cassay_note("numbers printed by %e, %g, %a and large ones by %f are any text of their length");
  _Bool capital = conversion->kind <= 'Z';
  if (value != value) {
    memcpy(text, capital ? "NAN" : "nan", 3);
    return 3;
  }
  if (value > 0 && value - value != 0) {
    memcpy(text, capital ? "INF" : "inf", 3);
    return 3;
  }
  char kind = (char)(conversion->kind | 32);
  int precision = conversion->precision < 0 ? 6 : conversion->precision;
  size_t length;
  if (kind == 'f' && fixed(text, &length, value, precision, conversion->alternative))
    return length;
  // The longest text: the integer part of the greatest number, or one digit with an exponent.
  size_t most = (size_t)precision + (kind == 'f' ? 311 : 9), least = 1;
  if (kind == 'a')
    most += 12;
  if (kind == 'e' || kind == 'f')
    least = (size_t)precision + 1;
  __cassay_havoc(text, most, "digits of the number");
  for (size_t i = 0; i < most; i++)
    __cassay_assume(text[i] > ' ' && text[i] < 127);
  length = __cassay_any_size("length of the printed number");
  __cassay_assume(length >= least && length <= most);
  return length;
}
