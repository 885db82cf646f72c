//! A later variable may get the place of one whose scope has ended: whether their addresses are
//! equal is open.
//@ revisions: reused live
//@[live] flags: -DLIVE
//@[reused] verdict: unknown
//@[reused] contains: dead object
//@[live] verdict: safe
#include <assert.h>
int main(void) {
  int *kept;
  int here;
  {
    int first;
    kept = &first;
  }
#ifdef LIVE
  kept = &here;
#endif
  {
    int second;
    int *other = &second;
    assert(kept != other);
  }
  return 0;
}
