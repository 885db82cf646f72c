//! A loop without end never reaches what follows; the answer stays honest.
//@ revisions: unknown bounded
//@[unknown] flags: --unwind 5
//@[bounded] flags: --unwind 5 --no-unwinding-assertions
//@[unknown] verdict: unknown
//@[bounded] verdict: safe
//@[unknown] because: bound 5 reached by loop main.0
#include <assert.h>
void reach_error(void);
int nondet_int(void);
int main(void) {
  unsigned odd = 1;
  while (1) {
    if (nondet_int() == 3 && nondet_int() == 4)
      continue;
    assert(odd & 1);
    odd += 2u * (unsigned)nondet_int();
  }
  reach_error();
  return 0;
}
