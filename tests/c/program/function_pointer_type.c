//! A call through a pointer to a function of another type is found.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] contains: call of a function of another type
//@[ok] verdict: safe
#include <assert.h>
int nondet_int(void);
void __VERIFIER_assume(int);

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static double half(double x) { return x / 2; }

typedef int (*operation)(int);

struct entry {
  const char *name;
  operation run;
} table[3] = {{"twice", twice}, {"thrice", thrice}, {"half", (operation)half}};

int main(void) {
  int i = nondet_int();
#ifdef BAD
  __VERIFIER_assume(i >= 0 && i < 3);
#else
  __VERIFIER_assume(i >= 0 && i < 2);
#endif
  int y = table[i].run(7); //~[bad] function-pointer
  assert(y == 14 || y == 21);
}
