//! An index so large that its offset wraps around into the object is still outside of it.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>
extern unsigned long nd_ulong(void);
int main(void) {
  int a[4] = {5, 6, 7, 8};
  int *p = a;
  unsigned long i = nd_ulong();
#ifdef BAD
  if (i == 0x4000000000000001ul)
#else
  if (i == 1)
#endif
    assert(p[i] == 6); //~[bad] pointer.bounds
  return 0;
}
