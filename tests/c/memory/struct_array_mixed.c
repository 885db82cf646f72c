//! An array of many structs with members of different widths, pointers among them.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct item { char kind; short size; int *where; long long total; };
struct item t[150];
int x = 1, y = 2;
int main(void) {
  for (int i = 0; i < 150; i++) {
    t[i].kind = (char)(i % 3);
    t[i].where = i % 2 ? &x : &y;
  }
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 150 || j >= 150) return 0;
  t[i].total = 77;
  t[i].size = 3;
  t[j].kind = 9;
  *t[j].where = 5;
#ifdef BAD
  assert(x == 5); //~[bad] assertion
#else
  assert(x == (j % 2 ? 5 : 1) && y == (j % 2 ? 2 : 5));
  assert(t[i].total == 77 && t[i].size == 3);
  assert(t[j].total == (i == j ? 77 : 0));
  assert(t[i].kind == (i == j ? 9 : (char)(i % 3)));
#endif
  return 0;
}
