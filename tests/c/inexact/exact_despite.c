//! Proofs do not suffer from approximations: what holds for every value of them is proved.
//@ verdict: safe
#include <assert.h>
#include <math.h>
#include <sys/utsname.h>
double nondet_double(void);
int main(void) {
  double x = nondet_double();
  if (x > 0 && x < 3) {
    assert(sin(x) > 0);
    assert(sin(x) <= 1);
  }
  struct utsname name;
  int kept = 5;
  if (uname(&name) == 0 && name.sysname[0] == 'L')
    kept++;
  assert(kept >= 5 && kept <= 6);
  return 0;
}
