//! A handler interrupts handlers of lower priority only; without priorities none interrupts another.
//@ revisions: none equal nested reverse shared
//@[none] flags: --interrupt outer --interrupt inner
//@[none] verdict: safe
//@[equal] flags: --interrupt outer@2 --interrupt inner@2
//@[equal] verdict: safe
//@[nested] flags: --interrupt outer@1 --interrupt inner@2
//@[nested] verdict: unsafe
//@[nested] contains: interrupt inner
//@[nested] unseen: no sanitizer calls a handler
//@[reverse] flags: --interrupt outer@2 --interrupt inner@1
//@[reverse] verdict: safe
//@[shared] flags: --interrupt outer@2 --interrupt inner@1 -DSHARED
//@[shared] verdict: safe
#include <assert.h>

static volatile int x;

static void set(int value) { x = value; }

void inner(void) { set(1); }

void outer(void) {
  set(0);
  assert(x == 0); //~[nested] assertion
}

int main(void) {
#ifdef SHARED
  set(3);
#endif
  return 0;
}
