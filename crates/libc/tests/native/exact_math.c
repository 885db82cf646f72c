// Functions of <math.h> whose results C fixes, in every rounding mode.
#define _GNU_SOURCE
#include "check.h"
#include <complex.h>
#include <errno.h>
#include <fenv.h>
#include <math.h>

#define MODELS(name) MODEL(name) MODEL(name##f) MODEL(name##l)
MODELS(floor) MODELS(ceil) MODELS(trunc) MODELS(round) MODELS(roundeven) MODELS(rint)
MODELS(nearbyint) MODELS(lrint) MODELS(llrint) MODELS(lround) MODELS(llround) MODELS(modf)
MODELS(fabs) MODELS(copysign) MODELS(fmin) MODELS(fmax) MODELS(fdim) MODELS(fma) MODELS(sqrt)
MODELS(fmod) MODELS(remainder) MODELS(remquo) MODELS(frexp) MODELS(ldexp) MODELS(scalbln)
MODELS(logb) MODELS(ilogb) MODELS(nextafter) MODELS(nexttoward) MODELS(__fpclassify)
MODELS(__isnan) MODELS(__isinf) MODELS(__finite) MODELS(__signbit)
MODEL(creal) MODEL(cimag) MODEL(conj) MODEL(cproj)
double _Complex model___muldc3(double, double, double, double);
double _Complex model___divdc3(double, double, double, double);

static const double special[] = {0,       1,      -1,     0.5,       -0.5,     1.5,       2.5,
                                 -2.5,    3,      1e300,  -1e300,    1e-300,   0x1p-1074, -0x1p-1074,
                                 0x1p-1022, 0x1.fffffffffffffp1023, 0x1p52,  0x1.8p52,  0x1p63, -0x1p63,
                                 4503599627370495.5, 0x1p-1073, 7, 10, 0x1p31, 2147483647.5};

// Any number, or a quiet NaN: what signaling ones do is outside of C.
static double random_double(void) {
  switch (random_bits() % 5) {
  case 0:
    return special[random_bits() % (sizeof special / sizeof *special)] *
           (random_bits() % 2 ? 1 : -1);
  case 1: {
    uint64_t bits = random_bits();
    double value;
    memcpy(&value, &bits, sizeof value);
    return value == value ? value : NAN;
  }
  case 2:
    return random_bits() % 3 == 0 ? NAN : random_bits() % 2 ? INFINITY : -INFINITY;
  case 3:
    return (double)((int64_t)random_bits() >> random_bits() % 60) / 8;
  default:
    return ldexp((double)(int64_t)random_bits(), (int)(random_bits() % 200) - 163);
  }
}

static float random_float(void) {
  if (random_bits() % 2)
    return (float)random_double();
  uint32_t bits = (uint32_t)random_bits();
  float value;
  memcpy(&value, &bits, sizeof value);
  return value == value ? value : NAN;
}

static long double random_ldouble(void) {
  if (random_bits() % 2)
    return random_double();
  return ldexpl((long double)(int64_t)random_bits(), (int)(random_bits() % 33000) - 16500);
}

// Equal numbers with equal signs, or both none.
#define EQUAL(x, y)                                                                                \
  (((x) != (x) && (y) != (y)) || ((x) == (y) && !__builtin_signbit(x) == !__builtin_signbit(y)))
// fmin and fmax may give either zero.
#define EQUAL_VALUE(x, y) (((x) != (x) && (y) != (y)) || (x) == (y))

#define ONE(function) CHECK(EQUAL(function(x), model_##function(x)), #function " %La", (long double)x)
#define TWO(function)                                                                              \
  CHECK(EQUAL(function(x, y), model_##function(x, y)), #function " %La %La: %La %La",              \
        (long double)x, (long double)y, (long double)function(x, y),                               \
        (long double)model_##function(x, y))
#define INTEGER(function)                                                                          \
  CHECK(function(x) == model_##function(x), #function " %La: %lld %lld", (long double)x,           \
        (long long)function(x), (long long)model_##function(x))

#define CHECK_TYPE(T, S, random)                                                                   \
  static void check_type##S(void) {                                                                \
    T x = random(), y = random(), z = random(), p, q;                                              \
    int i = -77, k = -78, n = (int)(random_bits() % 5000) - 2500;                                  \
    ONE(floor##S);                                                                                 \
    ONE(ceil##S);                                                                                  \
    ONE(trunc##S);                                                                                 \
    ONE(round##S);                                                                                 \
    ONE(roundeven##S);                                                                             \
    ONE(rint##S);                                                                                  \
    ONE(nearbyint##S);                                                                             \
    ONE(fabs##S);                                                                                  \
    ONE(sqrt##S);                                                                                  \
    ONE(logb##S);                                                                                  \
    INTEGER(ilogb##S);                                                                             \
    if (x > (T)-0x1p62 && x < (T)0x1p62) {                                                         \
      INTEGER(lrint##S);                                                                           \
      INTEGER(llrint##S);                                                                          \
      INTEGER(lround##S);                                                                          \
      INTEGER(llround##S);                                                                         \
    }                                                                                              \
    TWO(copysign##S);                                                                              \
    TWO(fdim##S);                                                                                  \
    TWO(fmod##S);                                                                                  \
    T r0 = remainder##S(x, y), r1 = model_remainder##S(x, y);                                      \
    /* A remainder of zero has the sign of x (C17 F.10.7.2), which glibc misses in some modes. */  \
    CHECK(EQUAL_VALUE(r0, r1) && (r1 != 0 || !__builtin_signbit(r1) == !__builtin_signbit(x)),     \
          "remainder %La %La: %La %La", (long double)x, (long double)y, (long double)r0,           \
          (long double)r1);                                                                        \
    TWO(nextafter##S);                                                                             \
    CHECK(EQUAL_VALUE(fmin##S(x, y), model_fmin##S(x, y)), "fmin %La %La", (long double)x,         \
          (long double)y);                                                                         \
    CHECK(EQUAL_VALUE(fmax##S(x, y), model_fmax##S(x, y)), "fmax %La %La", (long double)x,         \
          (long double)y);                                                                         \
    CHECK(EQUAL(fma##S(x, y, z), model_fma##S(x, y, z)), "fma %La", (long double)x);               \
    long double far = random_ldouble();                                                            \
    CHECK(EQUAL(nexttoward##S(x, far), model_nexttoward##S(x, far)), "nexttoward %La %La",         \
          (long double)x, far);                                                                    \
    CHECK(EQUAL(modf##S(x, &p), model_modf##S(x, &q)) && EQUAL(p, q), "modf %La", (long double)x); \
    T f = frexp##S(x, &i), g = model_frexp##S(x, &k);                                              \
    CHECK(EQUAL(f, g) && (i == k || f - f != 0), "frexp %La %d %d", (long double)x, i, k);         \
    CHECK(EQUAL(ldexp##S(x, n), model_ldexp##S(x, n)), "ldexp %La %d", (long double)x, n);         \
    long m = (long)random_bits() >> random_bits() % 60;                                            \
    CHECK(EQUAL(scalbln##S(x, m), model_scalbln##S(x, m)), "scalbln %La %ld", (long double)x, m);  \
    T r = remquo##S(x, y, &i), s = model_remquo##S(x, y, &k);                                      \
    CHECK(EQUAL_VALUE(r, s) && (r != r || (i & 7) == (k & 7)), "remquo %La %La: %d %d", (long double)x,  \
          (long double)y, i, k);                                                                   \
    INTEGER(__fpclassify##S);                                                                      \
    CHECK(!__isnan##S(x) == !model___isnan##S(x) && __isinf##S(x) == model___isinf##S(x) &&        \
              !__finite##S(x) == !model___finite##S(x) && !__signbit##S(x) == !model___signbit##S(x), \
          "class of %La", (long double)x);                                                         \
  }

CHECK_TYPE(double, , random_double)
CHECK_TYPE(float, f, random_float)
CHECK_TYPE(long double, l, random_ldouble)

static void check_complex(void) {
  double a = random_double(), b = random_double(), c = random_double(), d = random_double();
  double _Complex x, y;
  __real__ x = a;
  __imag__ x = b;
  __real__ y = c;
  __imag__ y = d;
  double _Complex p = x * y, q = model___muldc3(a, b, c, d);
  CHECK(EQUAL_VALUE(creal(p), creal(q)) && EQUAL_VALUE(cimag(p), cimag(q)),
        "(%a, %a) * (%a, %a) is (%a, %a), not (%a, %a)", a, b, c, d, creal(q), cimag(q), creal(p),
        cimag(p));
  CHECK(EQUAL(model_creal(x), a) && EQUAL(model_cimag(x), b), "parts");
  double _Complex r = cproj(x), s = model_cproj(x);
  CHECK(EQUAL(creal(r), creal(s)) && EQUAL(cimag(r), cimag(s)), "cproj");
  /* Division rounds differently from library to library: only numbers of few bits are compared. */
  a = (double)(random_bits() % 64), b = (double)(random_bits() % 64);
  double _Complex quotient = model___divdc3(a * 3 - b * 5, a * 5 + b * 3, 3, 5);
  CHECK(fabs(creal(quotient) - a) < 1e-9 && fabs(cimag(quotient) - b) < 1e-9, "%a %a", a, b);
}

void check_exact_math(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int mode = 0; mode < 4; mode++) {
    fesetround(modes[mode]);
    for (int i = 0; i < 6000; i++) {
      check_type();
      check_typef();
      check_typel();
    }
  }
  fesetround(FE_TONEAREST);
  for (int i = 0; i < 4000; i++)
    check_complex();
}
