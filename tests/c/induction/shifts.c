//! One bit that goes round in a byte.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned char bit = 1;
  unsigned passes = 0;
  while (1) {
    bit = (unsigned char)(bit << 1 | bit >> 7);
    passes = passes < 1000 ? passes + 1 : passes;
    BUG(if (passes == 33) bit |= 1;)
    assert(bit && !(bit & (bit - 1))); //~[bad] assertion
  }
}
