// Arithmetic of every format, conversions, classes, rounding to integers.
typedef unsigned long long word;
static word sum;
static void add(word value) { sum = sum * 31 + value; }
static void add_double(double value) {
  word bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  // The sign of what is no number is not determined.
  if (value != value)
    bits &= ~0ull >> 1;
  add(bits);
}
static void add_float(float value) { add_double(value); }

static volatile double numbers[] = {0.0, -0.0, 1.5, -2.5, 3.49999, 1e308, -1e-308, 5e-324, 1e10, 0.5, -0.5, 1.0 / 3};
#define COUNT (int)(sizeof numbers / sizeof *numbers)

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    double x = numbers[i];
    for (int j = 0; j < COUNT; j++) {
      double y = numbers[j];
      add_double(x + y);
      add_double(x - y);
      add_double(x * y);
      if (y != 0)
        add_double(x / y);
      add((x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y));
      add_float((float)x * (float)y);
      add_double((double)((long double)x * (long double)y));
      add_double(__builtin_copysign(x, y));
      if (x != y) {
        add_double(__builtin_fmin(x, y));
        add_double(__builtin_fmax(x, y));
      }
    }
    add_double(-x);
    add_double(__builtin_fabs(x));
    add_double(__builtin_floor(x));
    add_double(__builtin_ceil(x));
    add_double(__builtin_trunc(x));
    add_double(__builtin_round(x));
    add_double(__builtin_rint(x));
    add_double(__builtin_nearbyint(x));
    if (x > -1e15 && x < 1e15) {
      add((word)(long long)x);
      add((word)(int)(x / 1e6));
      add_float((float)(long long)x);
      add_double((double)(word)(x < 0 ? -x : x));
    }
    add_float((float)x);
#ifdef __x86_64__
    add_double((_Float16)x);
#endif
    add(__builtin_isnan(x) ? 1 : 0);
    add(__builtin_isinf(x) ? 1 : 0);
    add(__builtin_isfinite(x) ? 1 : 0);
    add(__builtin_isnormal(x) ? 1 : 0);
    add(__builtin_signbit(x) ? 1 : 0);
    add(__builtin_fpclassify(1, 2, 3, 4, 5, x));
  }
  long double big = 18446744073709551615.0L;
  add((word)big);
  add((word)(big / 3));
  add_float(16777217);
  add_double(9007199254740993ll);
  add_double(0xfffffffffffffbffull);
  add_float(0.1f + 0.2f);
  _Complex double z = 3.0 + 4.0i;
  add_double(__real__(z + z));
  add_double(__imag__(z - 1.0));
  return (int)((sum ^ (sum >> 32) ^ (sum >> 16)) & 255);
}
