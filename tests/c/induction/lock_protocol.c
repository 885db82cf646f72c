//! Locking and unlocking in turn, without an end.
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
static int locked;
static unsigned served;
static void lock(void) {
  assert(!locked); //~[bad] assertion
  locked = 1;
}
static void unlock(void) {
  assert(locked);
  locked = 0;
}
int main(void) {
  while (1) {
    lock();
    while (nondet_int())
      served = served < 100 ? served + 1 : 0;
    if (nondet_int() BUG(&& served != 3)) {
      unlock();
      continue;
    }
    unlock();
    BUG(if (served == 3) locked = 1;)
  }
}
