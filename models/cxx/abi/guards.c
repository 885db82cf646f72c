// Static variables of functions ([stmt.dcl]p3): the first byte of a guard says that the variable is
// initialised, the second one that a thread is about to, the other half which one.
#include "cxx/cxx.h"
#include "pthread/threads.h"

struct guard {
  unsigned char done;
  unsigned char busy;
  int owner;
};

int __cxa_guard_acquire(struct guard *guard) {
  __VERIFIER_atomic_begin();
  _Bool recursive = guard->busy && guard->owner == SELF;
  __cassay_claim(!recursive, "library-call", "the initialisation of a static variable does not need the variable");
  __cassay_wait(!guard->busy);
  int result = !guard->done;
  if (result) {
    guard->busy = 1;
    guard->owner = SELF;
  }
  __VERIFIER_atomic_end();
  return result;
}

void __cxa_guard_release(struct guard *guard) {
  __VERIFIER_atomic_begin();
  guard->done = 1;
  guard->busy = 0;
  __VERIFIER_atomic_end();
}

void __cxa_guard_abort(struct guard *guard) {
  __VERIFIER_atomic_begin();
  guard->busy = 0;
  __VERIFIER_atomic_end();
}
