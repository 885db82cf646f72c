//! A loop that writes elements of an array; others keep their values.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int a[100] = {0};
  int mark = 7;
  unsigned i = 0;
  while (nondet_int()) {
    a[i % 100] = 1;
    i++;
    BUG(if (i == 5) mark = 8;)
  }
  assert(mark == 7); //~[bad] assertion
  return 0;
}
