//! The counterexample names variables, values and inputs in C syntax.
//@ verdict: unsafe
//@ contains: <- input
//@ contains: error[assertion, CWE-617]: `*p != 1234567` does not hold where *p = 1234567
//@ lacks: thread 0
//@ contains: p = &a[2]
#include <assert.h>
int nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = nondet_int();
  int *p = &a[2];
  if (i == 1234567)
    *p = i;
  assert(*p != 1234567); //~ assertion
  return 0;
}
