// Complex multiplication and division, for which clang calls functions of its run-time library. C17 G.5.1
// applies: where the plain formulas give NaNs for infinite operands, the infinities are restored.
#include "math/types.h"

#define IS_INF(T, x) IS_INFINITE(T, x)
// Maps a component of an infinite operand to 1 or 0 with its sign: 1 if the component is infinite.
#define UNIT(T, S, x) WITH_SIGN(S, IS_INF(T, x) ? (T)1 : (T)0, x)
#define ZERO_IF_NAN(T, S, x)                                                                       \
  if (IS_NAN(x))                                                                                   \
  x = WITH_SIGN(S, (T)0, x)

#define DEFINE_MULTIPLY(T, S, name)                                                                \
  T _Complex name(T a, T b, T c, T d) {                                                            \
    T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                              \
    T x = ac - bd, y = ad + bc;                                                                    \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                  \
      _Bool again = 0;                                                                             \
      if (IS_INF(T, a) || IS_INF(T, b)) {                                                          \
        a = UNIT(T, S, a);                                                                         \
        b = UNIT(T, S, b);                                                                         \
        ZERO_IF_NAN(T, S, c);                                                                      \
        ZERO_IF_NAN(T, S, d);                                                                      \
        again = 1;                                                                                 \
      }                                                                                            \
      if (IS_INF(T, c) || IS_INF(T, d)) {                                                          \
        c = UNIT(T, S, c);                                                                         \
        d = UNIT(T, S, d);                                                                         \
        ZERO_IF_NAN(T, S, a);                                                                      \
        ZERO_IF_NAN(T, S, b);                                                                      \
        again = 1;                                                                                 \
      }                                                                                            \
      if (!again && (IS_INF(T, ac) || IS_INF(T, bd) || IS_INF(T, ad) || IS_INF(T, bc))) {          \
        ZERO_IF_NAN(T, S, a);                                                                      \
        ZERO_IF_NAN(T, S, b);                                                                      \
        ZERO_IF_NAN(T, S, c);                                                                      \
        ZERO_IF_NAN(T, S, d);                                                                      \
        again = 1;                                                                                 \
      }                                                                                            \
      if (again) {                                                                                 \
        x = INFINITE(T) * (a * c - b * d);                                                         \
        y = INFINITE(T) * (a * d + b * c);                                                         \
      }                                                                                            \
    }                                                                                              \
    T _Complex result;                                                                             \
    __real__ result = x;                                                                           \
    __imag__ result = y;                                                                           \
    return result;                                                                                 \
  }

DEFINE_MULTIPLY(double, , __muldc3)
DEFINE_MULTIPLY(float, f, __mulsc3)
DEFINE_MULTIPLY(long double, l, __mulxc3)

double logb(double);
float logbf(float);
long double logbl(long double);
double scalbn(double, int);
float scalbnf(float, int);
long double scalbnl(long double, int);

#define DEFINE_DIVIDE(T, S, name)                                                                  \
  T _Complex name(T a, T b, T c, T d) {                                                            \
    T fc = MAGNITUDE(S, c), fd = MAGNITUDE(S, d);                                                  \
    T log = logb##S(IS_NAN(fc) || fc < fd ? (IS_NAN(fd) ? fc : fd) : fc);                          \
    int scale = 0;                                                                                 \
    if (IS_FINITE(T, log)) {                                                                       \
      scale = (int)log;                                                                            \
      c = scalbn##S(c, -scale);                                                                    \
      d = scalbn##S(d, -scale);                                                                    \
    }                                                                                              \
    T denominator = c * c + d * d;                                                                 \
    T x = scalbn##S((a * c + b * d) / denominator, -scale);                                        \
    T y = scalbn##S((b * c - a * d) / denominator, -scale);                                        \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                  \
      if (denominator == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                        \
        x = WITH_SIGN(S, INFINITE(T), c) * a;                                                      \
        y = WITH_SIGN(S, INFINITE(T), c) * b;                                                      \
      } else if ((IS_INF(T, a) || IS_INF(T, b)) && IS_FINITE(T, c) && IS_FINITE(T, d)) {           \
        a = UNIT(T, S, a);                                                                         \
        b = UNIT(T, S, b);                                                                         \
        x = INFINITE(T) * (a * c + b * d);                                                         \
        y = INFINITE(T) * (b * c - a * d);                                                         \
      } else if (IS_INF(T, log) && log > 0 && IS_FINITE(T, a) && IS_FINITE(T, b)) {                \
        c = UNIT(T, S, c);                                                                         \
        d = UNIT(T, S, d);                                                                         \
        x = 0 * (a * c + b * d);                                                                   \
        y = 0 * (b * c - a * d);                                                                   \
      }                                                                                            \
    }                                                                                              \
    T _Complex result;                                                                             \
    __real__ result = x;                                                                           \
    __imag__ result = y;                                                                           \
    return result;                                                                                 \
  }

DEFINE_DIVIDE(double, , __divdc3)
DEFINE_DIVIDE(float, f, __divsc3)
DEFINE_DIVIDE(long double, l, __divxc3)
