//! Growing bounds find the violation, or the bound that proves its absence.
//@ revisions: bad good auto_bad auto_good falsify
//@[bad] flags: --incremental-bmc -DBAD
//@[good] flags: --incremental-bmc
//@[auto_bad] flags: -DBAD
//@[auto_good] flags:
//@[falsify] flags: --falsification -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[auto_bad] verdict: unsafe
//@[auto_good] verdict: safe
//@[falsify] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint(), i = 0, sum = 0;
  if (n > 9)
    return 0;
  while (i < n) {
    i++;
    sum += i;
  }
#ifdef BAD
  assert(sum != 36); //~[bad] assertion //~[auto_bad] assertion //~[falsify] assertion
#else
  assert(sum <= 45);
#endif
  return 0;
}
