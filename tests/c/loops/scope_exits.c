//! Ways out of a scope keep what they know apart: what `return` and `break` leave behind is not
//! mixed with what goes on, and no solver is asked.
//@ verdict: safe
//@ stats: vcs-left = 0
//@ stats: solver-calls = 0
#include <assert.h>
_Bool nondet_bool(void);
static int find(void) {
  int seen = 0;
  for (int i = 0; i < 20; i++) {
    int here = i;
    if (nondet_bool())
      return -1;
    if (here == 10) {
      int last = here;
      if (last != 10)
        break;
      continue;
    }
    seen += here;
  }
  assert(seen == 180);
  return seen;
}
int main(void) {
  find();
  return 0;
}
