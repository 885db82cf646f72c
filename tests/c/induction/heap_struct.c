//! A structure on the heap that a loop changes.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
struct counter {
  unsigned value, limit;
};
int main(void) {
  struct counter *c = malloc(sizeof *c);
  if (!c)
    return 0;
  c->value = 0;
  c->limit = 20;
  while (nondet_int()) {
    if (c->value < 20 BUG(|| nondet_int() == 4))
      c->value++;
    assert(c->value <= 20); //~[bad] assertion
  }
  free(c);
  return 0;
}
