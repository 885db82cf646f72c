//! A function of another verifier that has no meaning here is an error that names it and its place,
//! where the entry can get to it.
//@ revisions: called constant variable pointer unreached own
//@[called] flags: -DCALLED
//@[called] verdict: error
//@[called] contains: unknown.c:30:3: unknown intrinsic `__CPROVER_set_must`
//@[constant] flags: -DCONSTANT
//@[constant] verdict: error
//@[constant] contains: unknown intrinsic `__ESBMC_loop_invariant`
//@[variable] flags: -DVARIABLE
//@[variable] verdict: error
//@[variable] contains: unknown intrinsic `__CPROVER_rounding_mode`
//@[pointer] flags: -DPOINTER
//@[pointer] verdict: error
//@[pointer] contains: unknown intrinsic `__CPROVER_set_must`
//@[unreached] verdict: safe
//@[own] flags: -DOWN
//@[own] verdict: safe
#include <assert.h>
extern int __CPROVER_rounding_mode;
void __CPROVER_set_must(const void *, const char *);
void __ESBMC_loop_invariant(_Bool);
#ifdef OWN
int __VERIFIER_square(int x) { return x * x; }
#else
int __VERIFIER_square(int x);
#endif
int value;
static void mark(void) {
  __CPROVER_set_must(&value, "seen");
}
static void (*later)(void) = 0;
int main(void) {
#ifdef CALLED
  mark();
#endif
#ifdef CONSTANT
  __ESBMC_loop_invariant(value == 0);
#endif
#ifdef VARIABLE
  __CPROVER_rounding_mode = 1;
#endif
#ifdef POINTER
  later = mark;
#endif
#ifdef OWN
  assert(__VERIFIER_square(3) == 9);
#endif
  assert(later == 0 || value == 0);
  return 0;
}
