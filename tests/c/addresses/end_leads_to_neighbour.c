//! A number at the end of one object and the start of another leads to the other.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: it rests on the addresses of objects, which the compiler and the allocator choose
//@[ok] verdict: safe
#include <assert.h>
#include <stdint.h>

int a[4], b[4];

int main(void) {
  uintptr_t end = (uintptr_t)(a + 4);
  if (end == (uintptr_t)b) {
    *(int *)end = 7;
#ifdef BAD
    assert(b[0] == 0); //~[bad] assertion
#else
    assert(b[0] == 7);
#endif
  }
  return 0;
}
