//! Bit-fields of one word: a write to one leaves the others.
//@ revisions: good bad
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
struct flags {
  unsigned ready : 1, count : 3, kind : 4;
};
int main(void) {
  struct flags f = {1, 0, 9};
  while (nondet_int()) {
    f.count++;
    BUG(if (f.count == 7) f.kind++;)
    assert(f.ready && f.kind == 9); //~[bad] assertion
  }
  return 0;
}
