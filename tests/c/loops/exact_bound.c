//! A bound of N passes the head of a loop N times: the last time only to leave it.
//@ revisions: short exact body_short body_exact recursion_short recursion_exact
//@[short] flags: --unwind 4 -DWHILE
//@[exact] flags: --unwind 5 -DWHILE
//@[body_short] flags: --unwind 3 -DDO
//@[body_exact] flags: --unwind 4 -DDO
//@[recursion_short] flags: --unwind 4
//@[recursion_exact] flags: --unwind 5
//@[short] verdict: unknown
//@[exact] verdict: safe
//@[body_short] verdict: unknown
//@[body_exact] verdict: safe
//@[recursion_short] verdict: unknown
//@[recursion_exact] verdict: safe
//@[recursion_short] because: bound 4 reached by recursion of count
//@[body_short] because: bound 3 reached by loop main.0
//@[short] because: bound 4 reached by loop main.0
#include <assert.h>
unsigned nondet_uint(void);
static unsigned count(unsigned n) { return n == 0 ? 0 : 1 + count(n - 1); }
int main(void) {
  unsigned n = nondet_uint() % 5, i = 0;
#if defined(WHILE)
  while (i < n)
    i++;
#elif defined(DO)
  if (n == 0)
    return 0;
  do
    i++;
  while (i < n);
#else
  i = count(n);
#endif
  assert(i == n);
  return 0;
}
