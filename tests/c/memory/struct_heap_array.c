//! An array of structs of symbolic length on the heap, pointers among the members.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct item { int key; char tag; int *where; };
int x, y;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 3 || n > 1000) return 0;
  struct item *t = calloc(n, sizeof *t);
  if (!t) return 0;
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= n || j >= n) { free(t); return 0; }
  t[i].where = &x; t[i].key = 5; t[i].tag = 'a';
  t[0].where = &y;
  t[j].tag = 'b';
  if (t[i].where == &x) { *t[i].where = 3; assert(x == 3 && i != 0); }
  else assert(i == 0 && t[i].where == &y);
  assert(t[i].key == 5 && t[i].tag == (i == j ? 'b' : 'a'));
#ifdef BAD
  assert(t[j].where != &y || t[j].key != 5); //~[bad] assertion
#endif
  struct item c = t[j];
  assert(c.tag == 'b' && (c.where == 0 || c.where == &x || c.where == &y));
  free(t);
  return 0;
}
