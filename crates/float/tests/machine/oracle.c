/* Computes with the machine's own floating-point numbers, bits in and bits out.

   A line of input is "mode op kind a b c" or "mode cvt from to a" or "mode toint kind width signed
   a" or "mode fromint kind width signed a"; patterns are 32 hexadecimal digits. A line of output
   is a pattern, "nan", "out" (the integer does not fit), or "unordered". */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef _Float16 h;
typedef float s;
typedef double d;
typedef long double x;
typedef _Float128 q;
typedef unsigned __int128 pattern;
typedef __int128 wide;

static pattern read_pattern(void) {
    unsigned long long high, low;
    if (scanf(" %16llx%16llx", &high, &low) != 2) return 0;
    return (pattern)high << 64 | low;
}

static void print_pattern(pattern p) {
    printf("%016llx%016llx\n", (unsigned long long)(p >> 64), (unsigned long long)p);
}

#define CONVERT(T, size)                                                                           \
    static T load_##T(pattern p) { T v = 0; memcpy(&v, &p, size); return v; }                      \
    static void print_##T(T v) {                                                                   \
        pattern p = 0;                                                                             \
        memcpy(&p, &v, size);                                                                      \
        if (__builtin_isnan(v)) puts("nan"); else print_pattern(p);                                \
    }
CONVERT(h, 2)
CONVERT(s, 4)
CONVERT(d, 8)
CONVERT(x, 10)
CONVERT(q, 16)

/* Half precision is computed in quadruple precision, which is wide enough for one rounding to
   half to be right. */
static q sqrt_h(q a) { return sqrtf128(a); }

#define ARITH(T, C, SQRT, FMA, RINT, ROUND, FMOD, REM)                                             \
    static void arith_##T(const char *op, int away, pattern pa, pattern pb, pattern pc) {          \
        volatile T a = load_##T(pa), b = load_##T(pb), c = load_##T(pc), r;                        \
        if (!strcmp(op, "fadd")) r = (T)((C)a + (C)b);                                             \
        else if (!strcmp(op, "fsub")) r = (T)((C)a - (C)b);                                        \
        else if (!strcmp(op, "fmul")) r = (T)((C)a * (C)b);                                        \
        else if (!strcmp(op, "fdiv")) r = (T)((C)a / (C)b);                                        \
        else if (!strcmp(op, "fma")) r = (T)FMA((C)a, (C)b, (C)c);                                 \
        else if (!strcmp(op, "fsqrt")) r = (T)SQRT((C)a);                                          \
        else if (!strcmp(op, "fround")) r = (T)(away ? ROUND((C)a) : RINT((C)a));                  \
        else if (!strcmp(op, "fmod")) r = (T)FMOD((C)a, (C)b);                                     \
        else if (!strcmp(op, "fremainder")) r = (T)REM((C)a, (C)b);                                \
        else {                                                                                     \
            puts(a < b ? "less" : a > b ? "greater" : a == b ? "equal" : "unordered");             \
            return;                                                                                \
        }                                                                                          \
        print_##T(r);                                                                              \
    }
ARITH(h, q, sqrt_h, fmaf128, rintf128, roundf128, fmodf128, remainderf128)
ARITH(s, s, sqrtf, fmaf, rintf, roundf, fmodf, remainderf)
ARITH(d, d, sqrt, fma, rint, round, fmod, remainder)
ARITH(x, x, sqrtl, fmal, rintl, roundl, fmodl, remainderl)
ARITH(q, q, sqrtf128, fmaf128, rintf128, roundf128, fmodf128, remainderf128)

#define CASTS(T)                                                                                   \
    static void cast_##T(char to, pattern p) {                                                     \
        volatile T a = load_##T(p);                                                                \
        switch (to) {                                                                              \
        case 'h': print_h((h)a); break;                                                            \
        case 's': print_s((s)a); break;                                                            \
        case 'd': print_d((d)a); break;                                                            \
        case 'x': print_x((x)a); break;                                                            \
        case 'q': print_q((q)a); break;                                                            \
        }                                                                                          \
    }                                                                                              \
    static void to_int_##T(int width, int is_signed, pattern p) {                                  \
        volatile T a = load_##T(p);                                                                \
        q whole = truncf128((q)a), limit = scalbnf128(1, width - is_signed);                       \
        if (!(whole < limit && whole >= (is_signed ? -limit : 0))) { puts("out"); return; }        \
        pattern r = 0;                                                                             \
        if (width == 32) r = is_signed ? (unsigned)(int)a : (unsigned)a;                           \
        else if (width == 64)                                                                      \
            r = is_signed ? (unsigned long long)(long long)a : (unsigned long long)a;              \
        else r = is_signed ? (pattern)(wide)a : (pattern)a;                                        \
        print_pattern(r);                                                                          \
    }                                                                                              \
    static void from_int_##T(int width, int is_signed, pattern p) {                                \
        if (width == 32) print_##T(is_signed ? (T)(int)p : (T)(unsigned)p);                        \
        else if (width == 64)                                                                      \
            print_##T(is_signed ? (T)(long long)p : (T)(unsigned long long)p);                     \
        else print_##T(is_signed ? (T)(wide)p : (T)p);                                             \
    }
CASTS(h)
CASTS(s)
CASTS(d)
CASTS(x)
CASTS(q)

#define DISPATCH(kind, call)                                                                       \
    switch (kind) {                                                                                \
    case 'h': call(h); break;                                                                      \
    case 's': call(s); break;                                                                      \
    case 'd': call(d); break;                                                                      \
    case 'x': call(x); break;                                                                      \
    case 'q': call(q); break;                                                                      \
    }

int main(void) {
    char mode[8], op[16], kind;
    while (scanf("%7s %15s %c", mode, op, &kind) == 3) {
        fesetround(!strcmp(mode, "rtp")   ? FE_UPWARD
                   : !strcmp(mode, "rtn") ? FE_DOWNWARD
                   : !strcmp(mode, "rtz") ? FE_TOWARDZERO
                                          : FE_TONEAREST);
        if (!strcmp(op, "cvt")) {
            char to;
            if (scanf(" %c", &to) != 1) return 1;
            pattern a = read_pattern();
#define CALL(T) cast_##T(to, a)
            DISPATCH(kind, CALL)
        } else if (!strcmp(op, "toint") || !strcmp(op, "fromint")) {
            int width, is_signed;
            if (scanf("%d %d", &width, &is_signed) != 2) return 1;
            pattern a = read_pattern();
#define TO(T) to_int_##T(width, is_signed, a)
#define FROM(T) from_int_##T(width, is_signed, a)
            if (*op == 't') DISPATCH(kind, TO) else DISPATCH(kind, FROM)
        } else {
            pattern a = read_pattern(), b = read_pattern(), c = read_pattern();
#define OP(T) arith_##T(op, !strcmp(mode, "rna"), a, b, c)
            DISPATCH(kind, OP)
        }
    }
    return 0;
}
