//! Members of a structure that belong together.
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
struct account {
  unsigned char in, out, balance;
};
int main(void) {
  struct account a = {0, 0, 0};
  while (nondet_int()) {
    if (nondet_int() && a.balance > 0) {
      a.out++;
      a.balance--;
    } else {
      a.in++;
      a.balance++;
    }
    BUG(if (a.in == 8) a.balance++;)
    assert((unsigned char)(a.in - a.out) == a.balance); //~[bad] assertion
  }
  return 0;
}
