//! A global variable that is changed two calls further down.
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
static int open, opened;
static void really_open(void) {
  open = 1;
  opened++;
}
static void try_open(void) {
  if (!open BUG(|| opened == 3))
    really_open();
}
static void shut(void) { open = 0; }
int main(void) {
  int before = 0;
  while (1) {
    before = open;
    int count = opened;
    if (count > 1000)
      return 0;
    if (nondet_int())
      try_open();
    else
      shut();
    assert(!before || opened == count); //~[bad] assertion
  }
}
