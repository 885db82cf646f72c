//! ESBMC (TSE 2012) Figure 9: a pointer to a structure, both assertions hold by constants.
//@ verdict: safe
//@ stats: solver-calls = 0
//@ stats: vcs-left = 0
#include <assert.h>
struct x {
  int a[2];
  char b;
} y;
int main(void) {
  struct x *p;
  p = &y;
  p->a[1] = 1;
  p->b = 'c';
  assert(p->a[1] == 1);
  assert(p->b == 'c'); // ASCII 99
}
