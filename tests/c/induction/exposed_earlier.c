//! An iteration anywhere comes after others that made numbers of addresses: pointers made from
//! numbers lead to their objects. What happens late cannot be found here, nor may it be proved away.
//@ revisions: local global heap caller late_local late_global late_heap late_caller fine
//@ flags: --k-induction --max-k-step 2 --no-pointer-check
//@[local] flags: -DX=local -DLATE=0
//@[global] flags: -DX=global -DLATE=0
//@[heap] flags: -DX=(*heap) -DLATE=0 --force-malloc-success
//@[caller] flags: -DX=(*callers) -DLATE=0
//@[late_local] flags: -DX=local -DLATE=1000000
//@[late_global] flags: -DX=global -DLATE=1000000
//@[late_heap] flags: -DX=(*heap) -DLATE=1000000 --force-malloc-success
//@[late_caller] flags: -DX=(*callers) -DLATE=1000000
//@[fine] flags: -DX=local -DLATE=1000000 -DFINE
//@[local] verdict: unsafe
//@[global] verdict: unsafe
//@[heap] verdict: unsafe
//@[caller] verdict: unsafe
//@[late_local] verdict: unknown
//@[late_global] verdict: unknown
//@[late_heap] verdict: unknown
//@[late_caller] verdict: unknown
//@[fine] verdict: safe
//@[late_caller] because: bound 2 reached by loop work.0
//@[late_heap] because: bound 2 reached by loop work.0
//@[late_global] because: bound 2 reached by loop work.0
//@[late_local] because: bound 2 reached by loop work.0
//@[local] unseen: it rests on the address of a variable, which the compiler chooses
//@[global] unseen: it rests on the address of a variable, which the compiler chooses
//@[heap] unseen: it rests on the address of an object, which the allocator chooses
//@[caller] unseen: it rests on the address of a variable, which the compiler chooses
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int global;

static void work(int *callers) {
  int local = 0, other = 0;
  int *heap = calloc(1, sizeof *heap);
  uintptr_t number = __VERIFIER_nondet_ulong();
  int known = 0;
  for (unsigned long i = 0; __VERIFIER_nondet_int(); i++) {
#ifndef FINE
    if (known && i >= LATE)
      *(int *)number = 5;
#else
    other = 5;
#endif
    assert(X == 0); //~[local] assertion //~[global] assertion //~[heap] assertion //~[caller] assertion
    if ((uintptr_t)&X == number)
      known = 1;
  }
  free(heap);
  (void)local, (void)other;
}

int main(void) {
  int mine = 0;
  work(&mine);
  return 0;
}
