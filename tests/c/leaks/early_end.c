//! At exit and abort the variables of all active functions still exist: what they lead to is not
//! lost. Cleaned up it must be, for a property of SV-COMP also when the program aborts.
//@ revisions: exit lost_exit quick under_exit abort lost_abort failed cleanup_exit cleanup_under cleanup_abort cleanup_failed cleanup_error freed_exit user_exit user_abort
//@ flags: --force-malloc-success
//@[exit] flags: --property valid-memsafety -DEND=exit(1)
//@[exit] verdict: safe
//@[lost_exit] flags: --property valid-memsafety -DEND=exit(1) -DLOSE
//@[lost_exit] verdict: unsafe
//@[quick] flags: --property valid-memsafety -DEND=quick_exit(1) -DLOSE
//@[quick] verdict: unsafe
//@[under_exit] flags: --property valid-memsafety -DEND=_Exit(1)
//@[under_exit] verdict: safe
//@[abort] flags: --property valid-memsafety -DEND=abort()
//@[abort] verdict: safe
//@[lost_abort] flags: --property valid-memsafety -DEND=abort() -DLOSE
//@[lost_abort] verdict: unsafe
//@[failed] flags: --property valid-memsafety -DEND=assert(0) -DLOSE
//@[failed] verdict: unsafe
//@[cleanup_exit] flags: --property valid-memcleanup -DEND=exit(1)
//@[cleanup_exit] verdict: unsafe
//@[cleanup_under] flags: --property valid-memcleanup -DEND=_Exit(1)
//@[cleanup_under] verdict: unsafe
//@[cleanup_abort] flags: --property valid-memcleanup -DEND=abort()
//@[cleanup_abort] verdict: unsafe
//@[cleanup_failed] flags: --property valid-memcleanup -DEND=assert(0)
//@[cleanup_failed] verdict: unsafe
//@[cleanup_error] flags: --property valid-memcleanup -DEND=reach_error()
//@[cleanup_error] verdict: unsafe
//@[freed_exit] flags: --property valid-memcleanup -DEND=free(q),exit(1)
//@[freed_exit] verdict: safe
//@[user_exit] flags: --memory-leak-check -DEND=exit(1)
//@[user_exit] verdict: unsafe
//@[user_abort] flags: --memory-leak-check -DEND=abort()
//@[user_abort] verdict: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void work(int *q) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int() == 3) {
    free(p);
#ifdef LOSE
    p = malloc(4);
    p = NULL;
#endif
    END; //~[lost_exit] memory-leak //~[quick] memory-leak //~[lost_abort] memory-leak //~[failed] memory-leak //~[cleanup_exit] memory-cleanup //~[cleanup_under] memory-cleanup //~[cleanup_abort] memory-cleanup //~[cleanup_failed] memory-cleanup //~[cleanup_error] memory-cleanup //~[user_exit] memory-cleanup
  }
  free(p);
}
int main(void) {
  int *p = malloc(4);
  work(p);
  free(p);
  return 0;
}
