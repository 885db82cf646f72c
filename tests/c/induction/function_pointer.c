//! A loop that calls through a pointer.
//@ revisions: good bad
//@ flags: --max-k-step 12
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[good] contains: invariant of the finite-state model
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
static unsigned level;
static void up(void) { level = level < 10 ? level + 1 : level; }
static void down(void) { level = level > 0 ? level - 1 : level; }
static void reset(void) { level = 5; }
BUG(static void jump(void) { if (level == 10) level = 11; })
int main(void) {
  void (*action)(void) = reset;
  while (nondet_int()) {
    action();
    assert(level <= 10); //~[bad] assertion
    action = nondet_int() ? up : down;
    BUG(if (nondet_int() == 7) action = jump;)
  }
  return 0;
}
