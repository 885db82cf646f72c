//! The address behind the last element may be taken and compared, not used.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int main(void) {
  int a[10], sum = 0;
  for (int *p = a; p != a + 10; p++)
    *p = 1;
  for (int *p = a + 10; p != a;)
    sum += *--p;
  assert(sum == 10 && a + 10 - a == 10 && a < a + 10);
#ifdef BAD
  for (int *p = a; p <= a + 10; p++)
    *p = 2; //~[bad] pointer.bounds
#endif
  return 0;
}
