//! Destructors run behind the handlers of `atexit`, the one with the lowest priority last, and in
//! reverse of the text without one.
//@ revisions: return exit exit_in_handler exit_in_destructor exit_in_constructor quick abort bad
//@[return] flags: -DEXPECTED=1023456
//@[exit] flags: -DEXIT -DEXPECTED=1023456
//@[exit_in_handler] flags: -DHANDLER_EXITS -DEXPECTED=1023456
//@[exit_in_destructor] flags: -DDESTRUCTOR_EXITS -DEXPECTED=1023456
//@[exit_in_constructor] flags: -DCONSTRUCTOR_EXITS -DEXPECTED=3456
//@[quick] flags: -DQUICK -DEXPECTED=0
//@[abort] flags: -DABORT -DEXPECTED=0
//@[bad] flags: -DEXPECTED=1
//@[return] verdict: safe
//@[exit] verdict: safe
//@[exit_in_handler] verdict: safe
//@[exit_in_destructor] verdict: safe
//@[exit_in_constructor] verdict: safe
//@[quick] verdict: safe
//@[abort] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>

static int order;

static void step(int n) { order = order * 10 + n; }
static void first_handler(void) {
  step(2);
#ifdef HANDLER_EXITS
  exit(3);
#endif
}
static void second_handler(void) {
  step(1);
  step(0);
}
static void third_handler(void) { step(5); }

__attribute__((constructor)) static void before(void) {
#ifdef CONSTRUCTOR_EXITS
  exit(0);
#endif
}
__attribute__((destructor(101))) static void last(void) {
#if defined(QUICK) || defined(ABORT) || defined(DESTRUCTOR_EXITS)
  assert(0);
#endif
  assert(order == EXPECTED); //~[bad] assertion
}
__attribute__((destructor(300))) static void with_priority(void) {
  step(6);
#ifdef DESTRUCTOR_EXITS
  assert(order == EXPECTED);
  exit(1);
#endif
}
__attribute__((destructor)) static void second(void) {
  step(4);
  atexit(third_handler);
}
__attribute__((destructor)) static void first(void) { step(3); }

int main(void) {
  atexit(first_handler);
  atexit(second_handler);
#ifdef EXIT
  exit(0);
#endif
#ifdef QUICK
  quick_exit(0);
#endif
#ifdef ABORT
  abort();
#endif
  return 0;
}
