//! The user's own assertions, in each dialect.
//@ revisions: c verifier esbmc cprover llbmc good
//@[c] flags: -DCHECK=assert
//@[verifier] flags: -DCHECK=__VERIFIER_assert
//@[esbmc] flags: -DCHECK(e)=__ESBMC_assert(e,"odd")
//@[cprover] flags: -DCHECK(e)=__CPROVER_assert(e,"odd")
//@[llbmc] flags: -DCHECK=__llbmc_assert
//@[good] flags: -DCHECK=assert -DGOOD
//@[c] verdict: unsafe
//@[verifier] verdict: unsafe
//@[esbmc] verdict: unsafe
//@[cprover] verdict: unsafe
//@[llbmc] verdict: unsafe
//@[good] verdict: safe
#include <assert.h>
void __VERIFIER_assert(int);
void __ESBMC_assert(_Bool, const char *);
void __CPROVER_assert(_Bool, const char *);
void __llbmc_assert(int);
int nondet_int(void);
int main(void) {
  int x = nondet_int();
#ifdef GOOD
  if (x == 7)
    return 0;
#endif
  CHECK(x != 7); //~[c] assertion //~[verifier] assertion //~[esbmc] assertion //~[cprover] assertion //~[llbmc] assertion
  return 0;
}
