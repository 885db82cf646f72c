//! Loops decided by constants unwind by themselves, whatever the number of iterations.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@ stats: solver-calls = 0
#include <assert.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3000; i++)
    sum += i;
  assert(sum == 4498500);
  int n = 0;
  do {
    n += 3;
    if (n == 9)
      continue;
    if (n > 20)
      break;
  } while (n < 100);
  assert(n == 21);
#ifdef BAD
  assert(sum != 4498500); //~[bad] assertion
#endif
  return 0;
}
