//! The same seed gives the same random numbers; other numbers may differ.
//@ revisions: good bad seeds
//@[bad] flags: -DBAD
//@[seeds] flags: -DSEEDS
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[seeds] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned seed = nondet_uint();
  srand(seed);
  int a = rand(), b = rand();
  srand(seed);
  assert(rand() == a && rand() == b && a >= 0 && a <= RAND_MAX);
  srandom(7);
  long c = random();
  srandom(8);
  random();
  srandom(7);
  assert(random() == c);
  // The formula is one of POSIX.
  srand48(42);
  assert(lrand48() == 1598855263);
  unsigned short state[3] = {0x330e, 42, 0};
  assert(nrand48(state) == 1598855263);
#ifdef BAD
  assert(rand() != a); //~[bad] assertion
#endif
#ifdef SEEDS
  srand(seed + 1);
  assert(rand() == a); //~[seeds] assertion
#endif
  return 0;
}
