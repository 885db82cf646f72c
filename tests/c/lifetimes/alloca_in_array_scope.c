//! The end of a variable-length array also ends what `alloca` gave since it was made.
//@ revisions: bad constant loop ok
//@[bad] flags: -DBAD
//@[constant] flags: -DBAD -DSIZE=8
//@[loop] flags: -DLOOP
//@[bad] verdict: unsafe
//@[constant] verdict: unsafe
//@[loop] verdict: unknown
//@[loop] contains: `alloca` in a loop in the scope of an array of variable length
//@[ok] verdict: safe
//@[bad] unseen: sanitizers end variable-length arrays with their function, not with their block
//@[constant] unseen: sanitizers end variable-length arrays with their function, not with their block
#include <alloca.h>
#include <assert.h>
extern unsigned char nd_uchar(void);
#ifndef SIZE
#define SIZE (n * 4)
#endif

int main(void) {
  unsigned n = nd_uchar() % 3 + 2;
  int *before = 0, *kept = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1) {
      int array[n];
      array[0] = 1;
      int *inside = alloca(SIZE);
      inside[0] = array[0];
      kept = inside;
#ifdef LOOP
      for (int j = 0; j < 2; j++)
        kept = alloca(SIZE);
#endif
    }
    if (i == 0) {
      before = alloca(8);
      *before = 4;
    }
  }
#ifdef BAD
  return *kept; //~[bad] pointer.expired
  //~[constant]^ pointer.expired
#else
  assert(*before == 4);
  return 0;
#endif
}
