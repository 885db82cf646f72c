//! An array at the end of a struct has its declared length; `[1]`, `[0]` and `[]` there may be
//! longer.
//@ revisions: good bad negative
//@[good] flags: -DLENGTH=5
//@[bad] flags: -DLENGTH=8
//@[negative] flags: -DLENGTH=5 -DNEGATIVE
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[negative] verdict: unsafe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
struct record {
  int key;
  char name[5];
};
struct open {
  int key;
  char tail[1];
};
int main(void) {
  struct record table[3] = {{0}};
  unsigned i = nondet_uint() % LENGTH;
  table[0].name[i] = 1; //~[bad] bounds
#ifdef NEGATIVE
  table[1].name[-1] = 1; //~[negative] bounds
#endif
  assert(table[1].key == 0);
  struct open *o = malloc(sizeof *o + 7);
  if (o) {
    o->tail[i] = 2;
    assert(o->tail[i] == 2);
    free(o);
  }
  return 0;
}
