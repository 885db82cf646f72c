//! Members of packed structures lie at any offset.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
int nondet_int(void);
struct __attribute__((packed)) record {
  char c;
  int i;
  short s;
  int a[20];
  long l;
};
int main(void) {
  struct record t[10];
  memset(t, 0, sizeof t);
  assert(sizeof(struct record) == 95);
  unsigned i = nondet_uint() % 10, j = nondet_uint() % 20;
  t[i].i = nondet_int();
  t[i].a[j] = 7;
  t[i].l = -1;
  assert(t[i].a[j] == 7 && t[i].l == -1 && t[i].c == 0 && t[i].s == 0);
#ifdef BAD
  int *p = &t[0].i;
  *p = 3; //~[bad] alignment
#endif
  return 0;
}
