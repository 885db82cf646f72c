//! First contents that are out of range leave the answer open, unless nothing uses them.
//@ revisions: used unused bad
//@ flags: --fixedbv
//@[used] flags: -DUSED
//@[used] verdict: unknown
//@[used] contains: table: its first contents are out of the range of the fixed-point format
//@[unused] verdict: safe
//@[bad] flags: -DUSED -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
static float table[3] = {1.5f, 1e10f, -2.0f};
static float other[2] = {0.5f, 0.25f};
int main(void) {
#ifdef USED
  assert(table[0] == 1.5f && table[2] == -2.0f);
#endif
#ifdef BAD
  assert(other[0] + other[1] < 0.75f); //~[bad] assertion
#else
  assert(other[0] + other[1] == 0.75f);
#endif
  return 0;
}
