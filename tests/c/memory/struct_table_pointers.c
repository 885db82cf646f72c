//! A table of structs with numbers and pointers, at a symbolic index: each member is an array of its own.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct entry { int id; const char *name; char kind; };
#define E(n) {n, "n" #n, n % 4}
#define T(n) E(n##0), E(n##1), E(n##2), E(n##3), E(n##4), E(n##5), E(n##6), E(n##7), E(n##8), E(n##9)
static struct entry table[] = {T(1), T(2), T(3), T(4), T(5), T(6), T(7), T(8), T(9)};
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (k >= 90 || n >= 90) return 0;
  assert(table[k].name[0] == 'n' && table[k].name[2] == '0' + k % 10 && table[k].name[3] == 0);
  struct entry old = table[n];
  table[n].kind = 7;
  table[n].name = "other";
  table[k] = old;
#ifdef BAD
  assert(table[n].kind != 7); //~[bad] assertion
#else
  assert(table[k].id == 10 + (int)n && table[k].name[1] == '1' + n / 10 && table[k].kind < 4);
  assert(table[n].kind == (k == n ? (n + 10) % 4 : 7));
#endif
  return 0;
}
