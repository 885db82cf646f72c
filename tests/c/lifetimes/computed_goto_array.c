//! A computed `goto` out of the scope of a variable-length array is not followed; one elsewhere is.
//@ revisions: inside outside
//@[inside] flags: -DINSIDE
//@[inside] verdict: unknown
//@[inside] contains: computed `goto` in the scope of an array of variable length
//@[outside] verdict: safe
#include <assert.h>
extern unsigned char nd_uchar(void);

int main(void) {
  static void *table[] = {&&out, &&stop};
  int n = nd_uchar() % 3 + 1;
  int sum = 0;
  {
    int array[n];
    array[n - 1] = 4;
    sum += array[n - 1];
#ifdef INSIDE
    goto *table[0];
#endif
  }
  goto *table[0];
out:
  goto *table[1];
stop:
  assert(sum == 4);
  return 0;
}
