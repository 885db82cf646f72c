// Exact conversion of floating-point constants to text, by integer arithmetic.
//
// A number is m * 2^e. For negative e this equals m * 5^-e with the decimal point moved by -e digits. In
// both cases the digits are those of one large integer, stored in limbs of nine decimal digits.
#include "stdio/conversion.h"
#include <string.h>

size_t __cassay_lib_format_exact(char *text, long double value, struct conversion *conversion);

#define LIMB 1000000000u
#define LIMBS 130
#define MOST_DIGITS (9 * LIMBS)

// The digits of a number and how many of them are before the decimal point, which may be negative. The
// first digit is not zero unless the number is.
struct digits {
  char text[MOST_DIGITS];
  int count;
  int point;
};

static void multiply(uint32_t limbs[LIMBS], int *used, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < *used; i++) {
    carry += (uint64_t)limbs[i] * factor;
    limbs[i] = (uint32_t)(carry % LIMB);
    carry /= LIMB;
  }
  if (carry > 0)
    limbs[(*used)++] = (uint32_t)carry;
}

// Computes the digits of m * 2^exponent. Returns false if there are too many.
static _Bool digits_of(struct digits *digits, uint64_t m, int exponent) {
  while (m != 0 && m % 2 == 0) {
    m /= 2;
    exponent++;
  }
  // A power of two contributes 0.31 digits, a power of five 0.7.
  if (exponent > 3700 || exponent < -1500)
    return 0;
  uint32_t limbs[LIMBS];
  int used = 0;
  for (; m > 0; m /= LIMB)
    limbs[used++] = (uint32_t)(m % LIMB);
  int left = exponent < 0 ? -exponent : exponent;
  while (left > 0) {
    // A limb times the factor plus the carry is less than the square of a limb.
    int step = exponent < 0 ? 12 : 29;
    if (left < step)
      step = left;
    uint32_t factor = 1;
    for (int i = 0; i < step; i++)
      factor *= exponent < 0 ? 5 : 2;
    multiply(limbs, &used, factor);
    left -= step;
  }
  int count = 0;
  for (int i = used - 1; i >= 0; i--) {
    uint32_t limb = limbs[i];
    for (uint32_t unit = LIMB / 10; unit > 0; unit /= 10)
      if (count > 0 || limb / unit % 10 > 0)
        digits->text[count++] = (char)('0' + limb / unit % 10);
  }
  if (count == 0)
    digits->text[count++] = '0';
  digits->count = count;
  digits->point = exponent < 0 ? count + exponent : count;
  return 1;
}

// Rounds to the given number of digits. If that is not positive, only a carry can remain.
static void round_to(struct digits *digits, int kept, char rounding) {
  if (kept >= digits->count)
    return;
  char first = kept >= 0 ? digits->text[kept] : '0';
  _Bool zero = 1;
  for (int i = kept >= 0 ? kept + 1 : 0; i < digits->count; i++)
    zero &= digits->text[i] == '0';
  int rest = first > '5' || (first == '5' && !zero) ? 1 : first == '5' ? 0 : -1;
  _Bool odd = kept > 0 && digits->text[kept - 1] % 2 == 1;
  _Bool up = rest > 0 || (rest == 0 && odd);
  if (rounding != TO_NEAREST)
    up = rounding == AWAY_FROM_ZERO && (first != '0' || !zero);
  int i = kept > 0 ? kept : 0;
  digits->point += i - kept;
  digits->count = i;
  for (; up && i > 0; i--) {
    up = digits->text[i - 1] == '9';
    digits->text[i - 1] = up ? '0' : (char)(digits->text[i - 1] + 1);
  }
  if (up || digits->count == 0) {
    // The carry adds a digit in front; all others are zero.
    for (int k = digits->count; k > 0; k--)
      digits->text[k] = digits->text[k - 1];
    digits->text[0] = up ? '1' : '0';
    digits->count++;
    digits->point++;
  }
}

// The digit at a position after the decimal point, or before it if the position is negative.
static char digit_at(const struct digits *digits, int place) {
  int index = digits->point + place;
  return index >= 0 && index < digits->count ? digits->text[index] : '0';
}

static size_t put_fixed(char *text, const struct digits *digits, int precision, _Bool point) {
  size_t length = 0;
  for (int place = digits->point > 0 ? -digits->point : -1; place < 0; place++)
    text[length++] = digit_at(digits, place);
  if (precision > 0 || point)
    text[length++] = '.';
  for (int place = 0; place < precision; place++)
    text[length++] = digit_at(digits, place);
  return length;
}

static size_t put_exponent(char *text, char mark, int exponent, int least) {
  char digits[6];
  int count = 0;
  int rest = exponent < 0 ? -exponent : exponent;
  for (; rest > 0 || count < least; rest /= 10)
    digits[count++] = (char)('0' + rest % 10);
  size_t length = 0;
  text[length++] = mark;
  text[length++] = exponent < 0 ? '-' : '+';
  while (count > 0)
    text[length++] = digits[--count];
  return length;
}

// The decimal exponent of the first digit; 0 for zero.
static int exponent_of(const struct digits *digits) {
  return digits->text[0] == '0' ? 0 : digits->point - 1;
}

static size_t put_scientific(char *text, const struct digits *digits, int precision, _Bool point,
                             char mark) {
  size_t length = 0;
  text[length++] = digits->text[0];
  if (precision > 0 || point)
    text[length++] = '.';
  for (int i = 1; i <= precision; i++)
    text[length++] = i < digits->count ? digits->text[i] : '0';
  return length + put_exponent(text + length, mark, exponent_of(digits), 2);
}

// The number of digits after the point without trailing zeros.
static int without_zeros(const struct digits *digits, int first, int precision) {
  while (precision > 0 && (first + precision - 1 >= digits->count || first + precision - 1 < 0 ||
                           digits->text[first + precision - 1] == '0'))
    precision--;
  return precision;
}

static size_t put_general(char *text, struct digits *digits, struct conversion *conversion,
                          int precision) {
  _Bool keep = conversion->alternative;
  if (precision == 0)
    precision = 1;
  round_to(digits, precision, conversion->rounding);
  int exponent = exponent_of(digits);
  if (exponent >= -4 && exponent < precision) {
    int behind = precision - 1 - exponent;
    if (!keep)
      behind = without_zeros(digits, digits->point, behind);
    return put_fixed(text, digits, behind, keep);
  }
  int behind = keep ? precision - 1 : without_zeros(digits, 1, precision - 1);
  return put_scientific(text, digits, behind, keep, conversion->kind == 'G' ? 'E' : 'e');
}

// %a without the prefix "0x". The leading digit is 1 for a double and the highest four bits for a long
// double.
static size_t put_hexadecimal(char *text, uint64_t m, int exponent, struct conversion *conversion) {
  const char *names = conversion->kind == 'A' ? "0123456789ABCDEF" : "0123456789abcdef";
  int behind = conversion->length == LONG_DOUBLE ? 60 : 52;
  // The mantissa has one digit before the point and this number of bits after it.
  if (m != 0) {
    int wanted = behind + (conversion->length == LONG_DOUBLE ? 4 : 1);
    int bits = 64 - __builtin_clzll(m);
    int least = conversion->length == LONG_DOUBLE ? -16445 : -1074;
    while (bits < wanted && (exponent > least || conversion->length == LONG_DOUBLE)) {
      m <<= 1;
      bits++;
      exponent--;
    }
    while (bits > wanted) {
      m >>= 1;
      bits--;
      exponent++;
    }
    exponent += behind;
  }
  int precision = behind / 4;
  if (conversion->precision >= 0 && conversion->precision < precision) {
    precision = conversion->precision;
    int cut = behind - 4 * precision;
    uint64_t rest = m & ((1ull << cut) - 1), half = 1ull << (cut - 1);
    m >>= cut;
    if (conversion->rounding == TO_NEAREST)
      m += rest > half || (rest == half && m & 1);
    else
      m += conversion->rounding == AWAY_FROM_ZERO && rest != 0;
  } else if (conversion->precision < 0) {
    while (precision > 0 && m % 16 == 0) {
      m /= 16;
      precision--;
    }
  }
  uint64_t first = m >> 4 * precision;
  if (first > 15) {
    first >>= 4;
    m >>= 4;
    exponent += 4;
  }
  size_t length = 0;
  text[length++] = names[first];
  int asked = conversion->precision > precision ? conversion->precision : precision;
  if (asked > 0 || conversion->alternative)
    text[length++] = '.';
  for (int i = 1; i <= asked; i++)
    text[length++] = i <= precision ? names[m >> 4 * (precision - i) & 15] : '0';
  return length + put_exponent(text + length, conversion->kind == 'A' ? 'P' : 'p', exponent, 1);
}

// Writes a finite number without its sign. Returns the length, 0 if there are too many digits.
size_t __cassay_lib_format_exact(char *text, long double value, struct conversion *conversion) {
  union {
    long double value;
    struct {
      uint64_t mantissa;
      uint16_t exponent;
    } parts;
  } bits;
  bits.value = value;
  uint64_t m = bits.parts.mantissa;
  int biased = bits.parts.exponent & 0x7fff;
  int exponent = m == 0 ? 0 : (biased == 0 ? 1 : biased) - 16383 - 63;
  char kind = (char)(conversion->kind | 32);
  int precision = conversion->precision < 0 ? 6 : conversion->precision;
  if (kind == 'a') {
    while (m != 0 && m % 2 == 0) {
      m /= 2;
      exponent++;
    }
    return put_hexadecimal(text, m, exponent, conversion);
  }
  struct digits digits;
  if (!digits_of(&digits, m, exponent))
    return 0;
  switch (kind) {
  case 'e':
    round_to(&digits, precision + 1, conversion->rounding);
    return put_scientific(text, &digits, precision, conversion->alternative,
                          conversion->kind == 'E' ? 'E' : 'e');
  case 'g':
    return put_general(text, &digits, conversion, precision);
  default:
    if (digits.point > 310)
      return 0;
    round_to(&digits, digits.point + precision, conversion->rounding);
    return put_fixed(text, &digits, precision, conversion->alternative);
  }
}
