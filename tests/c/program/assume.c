//! Assumptions exclude executions, in every dialect; what came before them still counts.
//@ revisions: verifier esbmc cprover llbmc before
//@[verifier] flags: -DASSUME=__VERIFIER_assume
//@[esbmc] flags: -DASSUME=__ESBMC_assume
//@[cprover] flags: -DASSUME=__CPROVER_assume
//@[llbmc] flags: -DASSUME=__llbmc_assume
//@[before] flags: -DASSUME=__VERIFIER_assume -DBEFORE
//@[verifier] verdict: safe
//@[esbmc] verdict: safe
//@[cprover] verdict: safe
//@[llbmc] verdict: safe
//@[before] verdict: unsafe
#include <assert.h>
void ASSUME();
int nondet_int(void);
int main(void) {
  int x = nondet_int();
#ifdef BEFORE
  assert(x < 10); //~[before] assertion
#endif
  ASSUME(x > 3 && x < 6);
  assert(x == 4 || x == 5);
  return 0;
}
