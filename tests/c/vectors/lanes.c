//! Vectors of the compiler: lanes, comparisons, conversions, the same bits as another type.
//@ revisions: bad ok
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
#include <string.h>
typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef unsigned char v16c __attribute__((vector_size(16)));
typedef long long v2l __attribute__((vector_size(16)));
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = nondet_int();
  __VERIFIER_assume(x >= 0 && x < 1000);
  v4i a = {x, x + 1, x + 2, x + 3}, b = {1, 2, 3, 4};
  v4i sum = a + b;
  assert(sum[2] == x + 5);
  v4i greater = sum > a;
  assert(greater[0] == -1 && greater[3] == -1);
  v4f f = __builtin_convertvector(a, v4f);
  assert(f[1] == (float)(x + 1));
  v16c bytes = (v16c)b;
  assert(bytes[4] == 2 && bytes[5] == 0);
  v2l wide = (v2l)b;
  assert(wide[1] == 0x400000003LL);
  int copy[4];
  memcpy(copy, &sum, sizeof sum);
#ifdef BAD
  assert(copy[3] == x + 6); //~[bad] assertion
#else
  assert(copy[3] == x + 7);
#endif
}
