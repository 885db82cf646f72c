//! An array of N ints is filled by a loop and read at any place. The values rise evenly, follow no
//! line, or depend on an input.
//@ run: -DN=25000 -DVALUE(i)=(2*i)
//@ run: -DN=100000 -DVALUE(i)=(2*i)
//@ run: -DN=100000 -DVALUE(i)=(i^i>>3)
//@ run: -DN=100000 -DVALUE(i)=(x+i)
//@ limit: 5 s 1024 MiB
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

unsigned a[N];

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < N; i++)
    a[i] = VALUE(i);
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= N)
    return 0;
  assert(a[k] == VALUE(k));
  return 0;
}
