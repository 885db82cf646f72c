//! Structures in an array, one of them changed a pass.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
struct cell {
  unsigned char used, value;
};
int main(void) {
  struct cell cells[4] = {{0, 0}};
  while (nondet_int()) {
    unsigned i = nondet_uint() % 4;
    cells[i].used = 1;
    cells[i].value = 3;
    BUG(if (cells[0].used && cells[1].used && cells[2].used) cells[3].value = 4;)
    assert(cells[3].value == 3 * cells[3].used); //~[bad] assertion
  }
  return 0;
}
