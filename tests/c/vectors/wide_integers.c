//! Integers of unusual widths: `__int128` and `_BitInt`.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
unsigned long nondet_ulong(void);

int main(void) {
  unsigned long a = nondet_ulong(), b = nondet_ulong();
  unsigned __int128 sum = (unsigned __int128)a + b;
  assert((unsigned long)sum == a + b);
  assert((sum >> 64) == (a + b < a));
  unsigned _BitInt(24) narrow = (unsigned _BitInt(24))a;
  assert(narrow == (a & 0xffffff));
  unsigned _BitInt(48) table[3] = {1, 2, 3};
  table[a % 3] = (unsigned _BitInt(48))b;
#ifdef BAD
  assert(table[1] == 2); //~[bad] assertion
#else
  assert(table[a % 3] == (b & 0xffffffffffff));
#endif
}
