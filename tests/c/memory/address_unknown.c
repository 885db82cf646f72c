//! Addresses are aligned and differ; nothing else is known of them.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[bad] unseen: it rests on the addresses of variables, which the compiler chooses
#include <assert.h>
#include <stdint.h>
int main(void) {
  int a, b, buckets[16] = {0};
  long l;
  assert(((uintptr_t)&l & 7) == 0);
  assert((uintptr_t)&a != (uintptr_t)&b);
  buckets[((uintptr_t)&a >> 4) % 16] = 1;
  assert(buckets[((uintptr_t)&a >> 4) % 16] == 1);
#ifdef BAD
  assert(buckets[((uintptr_t)&b >> 4) % 16] == 0); //~[bad] assertion
#endif
  return 0;
}
