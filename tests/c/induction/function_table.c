//! A state machine whose steps are in a table of functions.
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
enum { RED, GREEN, YELLOW };
static int red(void) { return nondet_int() ? GREEN : RED; }
static int green(void) { return YELLOW; }
static int yellow(void) { return RED; }
static int (*const steps[3])(void) = {red, green, yellow};
int main(void) {
  int light = RED, passes = 0;
  while (1) {
    light = steps[light]();
    BUG(passes += passes < 1000; if (passes == 20) light = 3;)
    assert(light <= YELLOW); //~[bad] assertion
  }
}
