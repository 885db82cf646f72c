//! A loop writes one member of a union and looks at another.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
union word {
  unsigned whole;
  unsigned char bytes[4];
};
int main(void) {
  union word w = {0};
  unsigned passes = 0;
  while (nondet_int()) {
    passes++;
    w.bytes[0] = (unsigned char)(w.bytes[0] + 1);
    BUG(if (w.bytes[0] == 13) w.bytes[1] = 1;)
    assert(w.whole < 256); //~[bad] assertion
  }
  return 0;
}
