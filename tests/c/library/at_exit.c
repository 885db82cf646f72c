//! Functions given to atexit run at the end, the last one first.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
static int order;
static void last(void) {
#ifdef BAD
  assert(order == 0); //~[bad] assertion
#else
  assert(order == 1);
#endif
}
static void first(void) { order++; }
int main(void) {
  atexit(last);
  atexit(first);
  exit(0);
}
