//! Function pointers in tables, chosen by the input, with effects.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
unsigned char nondet_uchar(void);
static int calls;
static int add(int a, int b) { return calls++, a + b; }
static int sub(int a, int b) { return calls += 2, a - b; }
static const struct operation {
  const char *name;
  int (*apply)(int, int);
} operations[3] = {{"add", add}, {"sub", sub}};
int main(void) {
#ifdef BAD
  unsigned i = nondet_uint() % 3;
#else
  unsigned i = nondet_uint() % 2;
#endif
  int a = nondet_uchar(), b = nondet_uchar();
  int r = operations[i].apply(a, b); //~[bad] function-pointer
  assert(r == (operations[i].name[0] == 'a' ? a + b : a - b));
  assert(calls == (int)i + 1);
  return 0;
}
