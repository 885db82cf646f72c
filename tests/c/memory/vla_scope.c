//! A variable-length array dies with its scope, also when several are made in one.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
//@[bad] unseen: sanitizers end variable-length arrays with their function, not with their block
#include <assert.h>
extern unsigned char nd_uchar(void);

int main(void) {
  int *kept = 0;
  int sum = 0;
  int n = nd_uchar() % 4 + 2;
  int outer[n];
  outer[0] = 7;
  for (int i = 0; i < 2; i++) {
    int first[n + i];
    int second[n];
    first[n - 1] = i;
    second[0] = first[n - 1];
    sum += second[0];
    kept = &second[0];
  }
  assert(sum == 1 && outer[0] == 7);
#ifdef BAD
  return *kept; //~[bad] pointer.expired
#else
  return kept == 0;
#endif
}
