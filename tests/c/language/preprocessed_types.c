//! Preprocessed text may define the types that GNU compilers know by themselves.
//@ verdict: safe
# 1 "preprocessed_types.c"
typedef float _Float32;
typedef double _Float64;
typedef long double _Float64x;
extern void abort(void);

int main(void) {
  _Float32 a = 1;
  _Float64 b = 2;
  _Float32x c = 3;
  if (a + b != c)
    abort();
  return 0;
}
