//! Memory aligned as asked for; the alignment is a power of two.
//@ revisions: good odd
//@[odd] flags: -DODD
//@[good] verdict: safe
//@[odd] verdict: unsafe
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  void *p = aligned_alloc(64, 128);
  assert((uintptr_t)p % 64 == 0);
  free(p);
  p = malloc(1);
  assert((uintptr_t)p % 16 == 0);
  free(p);
  int result = posix_memalign(&p, 32, 32);
  assert(result == 0 || result == ENOMEM);
  if (result == 0) {
    assert((uintptr_t)p % 32 == 0);
    free(p);
  }
  assert(posix_memalign(&p, 3, 32) == EINVAL);
#ifdef ODD
  p = memalign(48, 96); //~[odd] library-call
  free(p);
#endif
  return 0;
}
