//! Halving and adding a half keeps a float below one.
//@ revisions: good bad
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  float x = 0.0f;
  int passes = 0;
  while (nondet_int()) {
    x = x / 2 + 0.5f;
    BUG(if (++passes == 5) x = x * 2;)
    assert(x >= 0.0f && x <= 1.0f); //~[bad] assertion
  }
  return 0;
}
