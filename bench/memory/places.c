//! Writes at symbolic places: bytes of an array of ints, a row of a matrix, a copy of symbolic length.
//@ run: -DBYTES
//@ run: -DROW
//@ run: -DLENGTH
//@ limit: 5 s 500 MiB
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

unsigned a[1000], b[1000];
int m[64][64];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
#if defined BYTES
  if (i >= sizeof a || j >= sizeof a || k >= 1000)
    return 0;
  ((unsigned char *)a)[i] = 1;
  ((unsigned char *)a)[j] = 2;
  assert((a[k] & 0xfcfcfcfcu) == 0);
#elif defined ROW
  if (i >= 64 || j >= 64 || k >= 64)
    return 0;
  memset(m[i], 0xff, sizeof m[i]);
  assert(m[j][k] == (i == j ? -1 : 0));
#else
  for (unsigned n = 0; n < 1000; n++)
    a[n] = 3 * n;
  if (i > 1000 || j > 1000 || k >= 1000)
    return 0;
  memcpy(b, a, i * sizeof *a);
  memset(b, 0, j * sizeof *a);
  assert(b[k] == (k < i && k >= j ? 3 * k : 0));
#endif
  return 0;
}
