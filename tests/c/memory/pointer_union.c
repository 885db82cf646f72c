//! A union of a pointer, an integer and bytes.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
union word { int *p; uintptr_t n; unsigned char b[sizeof(int *)]; };
int main(void) {
  int v[4] = {1, 2, 3, 4};
  union word w, u;
  w.p = v;
  w.n += 2 * sizeof(int);
  assert(*w.p == 3);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  u.p = &v[i];
#ifdef BAD
  u.b[0] ^= 1;
  *u.p = 0; //~[bad] alignment
#else
  u.b[0] ^= 1;
  u.b[0] ^= 1;
  *u.p = 0;
  assert(v[i] == 0);
#endif
  return 0;
}
