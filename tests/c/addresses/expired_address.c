//! The variables of two calls, or of two iterations, may have one address; those of nested calls not.
//@ revisions: call iteration ok
//@[call] flags: -DCALL
//@[call] verdict: unsafe
//@[iteration] flags: -DITERATION
//@[iteration] verdict: unsafe
//@[ok] verdict: safe
//@ again: --unwind 4
//@ again: --k-induction
//@[call] unseen: AddressSanitizer gives every call a frame at another address
#include <assert.h>
#include <stdint.h>

static uintptr_t address_of_local(uintptr_t outer) {
  int local = 1;
#if !defined CALL && !defined ITERATION
  assert((uintptr_t)&local != outer);
#endif
  (void)outer;
  return (uintptr_t)&local;
}

int main(void) {
#ifdef CALL
  assert(address_of_local(0) != address_of_local(0)); //~[call] assertion
#elif defined ITERATION
  uintptr_t last = 0;
  for (int i = 0; i < 3; i++) {
    int local = i;
    assert((uintptr_t)&local != last); //~[iteration] assertion
    last = (uintptr_t)&local;
  }
#else
  int local = 2;
  address_of_local((uintptr_t)&local);
#endif
  return 0;
}
