//! Sizes that no allocation can have, on request.
//@ revisions: not_asked small large product
//@[small] flags: --allocation-size-check -DMOST=1000
//@[large] flags: --allocation-size-check -DMOST=SIZE_MAX
//@[not_asked] flags: -DMOST=SIZE_MAX
//@[product] flags: --allocation-size-check -DMOST=1000 -DPRODUCT
//@[not_asked] verdict: safe
//@[small] verdict: safe
//@[large] verdict: unsafe
//@[product] verdict: unsafe
#include <stdint.h>
#include <stdlib.h>
size_t nondet_size(void);
int main(void) {
  size_t n = nondet_size();
  if (n > MOST)
    return 0;
  free(malloc(n)); //~[large] allocation-size
#ifdef PRODUCT
  free(calloc(n, SIZE_MAX / 999)); //~[product] allocation-size
#endif
  return 0;
}
