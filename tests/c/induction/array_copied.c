//! Elements that were copied are equal, however many there are; but not where one was changed since.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#define N 20000
unsigned nondet_uint(void);
int nondet_int(void);
int main(void) {
  int from[N], to[N];
  unsigned n = nondet_uint();
  if (n > N)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    from[i] = nondet_int();
    to[i] = from[i];
  }
#ifdef BAD
  if (n > 5)
    from[4] = to[4] ^ 1;
#endif
  unsigned j = nondet_uint();
  if (j < n)
    assert(from[j] == to[j]); //~[bad] assertion
  return 0;
}
