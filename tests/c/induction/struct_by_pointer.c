//! A structure that a called function changes.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
struct pair {
  unsigned low, high;
};
static void step(struct pair *p) {
  if (p->low < p->high)
    p->low++;
  else
    p->high++;
}
int main(void) {
  struct pair p = {0, 0};
  while (p.high < 1000000) {
    step(&p);
    BUG(if (p.high == 4) p.low = 5;)
    assert(p.low <= p.high); //~[bad] assertion
  }
  return 0;
}
