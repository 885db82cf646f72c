//! Conditions with side effects are evaluated once an iteration.
//@ verdict: safe
#include <assert.h>
int main(void) {
  int n = 5, rounds = 0;
  while (n-- > 0)
    rounds++;
  assert(n == -1 && rounds == 5);
  for (n = 0; rounds--; n += 2)
    ;
  assert(n == 10);
  return 0;
}
