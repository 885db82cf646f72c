//! Rows are counted in an inner loop that starts anywhere as well.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned rows = nondet_uint(), cells = 0, twice = 0;
  for (unsigned i = 0; i < rows; i++) {
    unsigned columns = nondet_uint();
    for (unsigned j = 0; j < columns; j++) {
      cells++;
      twice += 2;
    }
#ifdef BAD
    if (i == 2 && columns == 1) twice++;
#endif
  }
  assert(twice == 2 * cells); //~[bad] assertion
  return 0;
}
