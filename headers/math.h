#ifndef _MATH_H
#define _MATH_H

#if __FLT_EVAL_METHOD__ == 2
typedef long double float_t;
typedef long double double_t;
#else
typedef float float_t;
typedef double double_t;
#endif

#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)

#define fpclassify(x)                                                                              \
  __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, (x))
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater((x), (y))
#define isgreaterequal(x, y) __builtin_isgreaterequal((x), (y))
#define isless(x, y) __builtin_isless((x), (y))
#define islessequal(x, y) __builtin_islessequal((x), (y))
#define islessgreater(x, y) __builtin_islessgreater((x), (y))
#define isunordered(x, y) __builtin_isunordered((x), (y))

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define MAXFLOAT 3.40282347e+38F

double acos(double);
double asin(double);
double atan(double);
double cos(double);
double sin(double);
double tan(double);
double cosh(double);
double sinh(double);
double tanh(double);
double acosh(double);
double asinh(double);
double atanh(double);
double exp(double);
double exp2(double);
double exp10(double);
double expm1(double);
double log(double);
double log10(double);
double log2(double);
double log1p(double);
double logb(double);
double sqrt(double);
double cbrt(double);
double ceil(double);
double floor(double);
double trunc(double);
double round(double);
double roundeven(double);
double rint(double);
double nearbyint(double);
double fabs(double);
double erf(double);
double erfc(double);
double tgamma(double);
double lgamma(double);
double atan2(double, double);
double pow(double, double);
double fmod(double, double);
double remainder(double, double);
double drem(double, double);
double fmin(double, double);
double fmax(double, double);
double fdim(double, double);
double hypot(double, double);
double copysign(double, double);
double nextafter(double, double);
double fma(double, double, double);
double nexttoward(double, long double);
double nan(const char *);
double modf(double, double *);
double frexp(double, int *);
double ldexp(double, int);
double scalbn(double, int);
double scalbln(double, long);
double remquo(double, double, int *);
int ilogb(double);
long lrint(double);
long long llrint(double);
long lround(double);
long long llround(double);
void sincos(double, double *, double *);
double lgamma_r(double, int *);
int __isnan(double);
int __isinf(double);
int __finite(double);
int __signbit(double);
int __fpclassify(double);
int __issignaling(double);
int finite(double);
float acosf(float);
float asinf(float);
float atanf(float);
float cosf(float);
float sinf(float);
float tanf(float);
float coshf(float);
float sinhf(float);
float tanhf(float);
float acoshf(float);
float asinhf(float);
float atanhf(float);
float expf(float);
float exp2f(float);
float exp10f(float);
float expm1f(float);
float logf(float);
float log10f(float);
float log2f(float);
float log1pf(float);
float logbf(float);
float sqrtf(float);
float cbrtf(float);
float ceilf(float);
float floorf(float);
float truncf(float);
float roundf(float);
float roundevenf(float);
float rintf(float);
float nearbyintf(float);
float fabsf(float);
float erff(float);
float erfcf(float);
float tgammaf(float);
float lgammaf(float);
float atan2f(float, float);
float powf(float, float);
float fmodf(float, float);
float remainderf(float, float);
float dremf(float, float);
float fminf(float, float);
float fmaxf(float, float);
float fdimf(float, float);
float hypotf(float, float);
float copysignf(float, float);
float nextafterf(float, float);
float fmaf(float, float, float);
float nexttowardf(float, long double);
float nanf(const char *);
float modff(float, float *);
float frexpf(float, int *);
float ldexpf(float, int);
float scalbnf(float, int);
float scalblnf(float, long);
float remquof(float, float, int *);
int ilogbf(float);
long lrintf(float);
long long llrintf(float);
long lroundf(float);
long long llroundf(float);
void sincosf(float, float *, float *);
float lgammaf_r(float, int *);
int __isnanf(float);
int __isinff(float);
int __finitef(float);
int __signbitf(float);
int __fpclassifyf(float);
int __issignalingf(float);
int isnanf(float);
int isinff(float);
int finitef(float);
long double acosl(long double);
long double asinl(long double);
long double atanl(long double);
long double cosl(long double);
long double sinl(long double);
long double tanl(long double);
long double coshl(long double);
long double sinhl(long double);
long double tanhl(long double);
long double acoshl(long double);
long double asinhl(long double);
long double atanhl(long double);
long double expl(long double);
long double exp2l(long double);
long double exp10l(long double);
long double expm1l(long double);
long double logl(long double);
long double log10l(long double);
long double log2l(long double);
long double log1pl(long double);
long double logbl(long double);
long double sqrtl(long double);
long double cbrtl(long double);
long double ceill(long double);
long double floorl(long double);
long double truncl(long double);
long double roundl(long double);
long double roundevenl(long double);
long double rintl(long double);
long double nearbyintl(long double);
long double fabsl(long double);
long double erfl(long double);
long double erfcl(long double);
long double tgammal(long double);
long double lgammal(long double);
long double atan2l(long double, long double);
long double powl(long double, long double);
long double fmodl(long double, long double);
long double remainderl(long double, long double);
long double dreml(long double, long double);
long double fminl(long double, long double);
long double fmaxl(long double, long double);
long double fdiml(long double, long double);
long double hypotl(long double, long double);
long double copysignl(long double, long double);
long double nextafterl(long double, long double);
long double fmal(long double, long double, long double);
long double nexttowardl(long double, long double);
long double nanl(const char *);
long double modfl(long double, long double *);
long double frexpl(long double, int *);
long double ldexpl(long double, int);
long double scalbnl(long double, int);
long double scalblnl(long double, long);
long double remquol(long double, long double, int *);
int ilogbl(long double);
long lrintl(long double);
long long llrintl(long double);
long lroundl(long double);
long long llroundl(long double);
void sincosl(long double, long double *, long double *);
long double lgammal_r(long double, int *);
int __isnanl(long double);
int __isinfl(long double);
int __finitel(long double);
int __signbitl(long double);
int __fpclassifyl(long double);
int __issignalingl(long double);
int isnanl(long double);
int isinfl(long double);
int finitel(long double);
extern int signgam;

#endif
