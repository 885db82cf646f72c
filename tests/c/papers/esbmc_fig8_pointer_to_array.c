//! ESBMC (TSE 2012) Figure 8: the assertion reads past the array that the pointer points to.
//@ verdict: unsafe
#include <assert.h>
int main(void) {
  int a[2], x, i = 0, *p;
  p = a;
  if (x == 0)
    a[i] = 0;
  else
    a[i + 1] = 1;
  assert(*(p + 2) == 1); //~ pointer.bounds
}
