//! Every integer type has its size, its range and its wrap-around.
//@ revisions: lp64 ilp32
//@[lp64] flags: --64 -DLONG=8
//@[ilp32] flags: --32 -DLONG=4
//@ verdict: safe
#include <assert.h>
#include <limits.h>
int main(void) {
  assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
  assert(sizeof(long) == LONG && sizeof(long long) == 8 && sizeof(void *) == LONG);
  unsigned char c = UCHAR_MAX;
  unsigned short s = USHRT_MAX;
  unsigned int i = UINT_MAX;
  unsigned long l = ULONG_MAX;
  unsigned long long q = ULLONG_MAX;
  c++, s++, i++, l++, q++;
  assert(!c && !s && !i && !l && !q);
  assert((signed char)200 == -56 && (short)40000 == -25536);
  assert((int)3000000000u < 0 && (long long)3000000000u > 0);
  return 0;
}
