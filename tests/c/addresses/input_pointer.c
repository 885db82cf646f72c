//! A pointer that is an input, or that was never written, may lead to any object it is compared with.
//@ revisions: input unset written ok
//@[input] flags: -DINPUT
//@[input] verdict: unsafe
//@[input] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[unset] flags: -DUNSET
//@[unset] verdict: unsafe
//@[written] flags: -DWRITTEN
//@[written] verdict: unsafe
//@[written] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
//@ again: --unwind 1
//@ again: --k-induction
#include <assert.h>

int g;
void *nondet_ptr(void);

int main(void) {
  int *p;
#ifdef INPUT
  p = nondet_ptr();
  assert(p != &g); //~[input] assertion
#elif defined UNSET
  assert(p != &g); //~[unset] assertion
#else
  p = nondet_ptr();
  if (p == &g) {
    *p = 1;
#ifdef WRITTEN
    assert(g == 0); //~[written] assertion
#else
    assert(g == 1);
#endif
  }
#endif
  return 0;
}
