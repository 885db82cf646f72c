//! An address that is copied bit by bit, by a table, by a search or through a union keeps its object.
//@ revisions: bits table search union bits_ok table_ok search_ok union_ok
//@[bits] flags: -DBITS -DVALUE=0
//@[bits] verdict: unsafe
//@[table] flags: -DTABLE -DVALUE=0
//@[table] verdict: unsafe
//@[search] flags: -DSEARCH -DVALUE=0
//@[search] verdict: unsafe
//@[union] flags: -DUNION -DVALUE=0
//@[union] verdict: unsafe
//@[bits_ok] flags: -DBITS -DVALUE=1
//@[bits_ok] verdict: safe
//@[table_ok] flags: -DTABLE -DVALUE=1
//@[table_ok] verdict: safe
//@[search_ok] flags: -DSEARCH -DVALUE=1
//@[search_ok] verdict: safe
//@[union_ok] flags: -DUNION -DVALUE=1
//@[union_ok] verdict: safe
//@ again: --k-induction
#include <assert.h>
#include <stdint.h>

#define WIDTH (8 * (int)sizeof(uintptr_t))

int x;
union image {
  int *pointer;
  unsigned char bytes[sizeof(int *)];
};

int main(void) {
  uintptr_t n = (uintptr_t)&x, m = 0;
#ifdef BITS
  for (int i = 0; i < WIDTH; i++)
    if (n >> i & 1)
      m |= (uintptr_t)1 << i;
#elif defined TABLE
  unsigned char table[256];
  for (int i = 0; i < 256; i++)
    table[i] = i;
  for (int i = 0; i < WIDTH; i += 8)
    m |= (uintptr_t)table[n >> i & 255] << i;
#elif defined SEARCH
  uintptr_t low = 0;
  for (uintptr_t i = 0; i < 256; i++)
    if ((n & 255) == i)
      low = i;
  m = (n & ~(uintptr_t)255) | low;
#else
  union image from, to;
  from.pointer = &x;
  for (unsigned i = 0; i < sizeof from; i++) {
    to.bytes[i] = 0;
    for (int bit = 0; bit < 8; bit++)
      if (from.bytes[i] >> bit & 1)
        to.bytes[i] |= 1 << bit;
  }
  m = (uintptr_t)to.pointer;
#endif
  int *q = (int *)m;
  *q = 1;
  assert(x == VALUE); //~[bits] assertion //~[table] assertion //~[search] assertion //~[union] assertion
  return 0;
}
