//! Without the bounds check an index may leave its row as long as it stays in the matrix.
//@ revisions: off on
//@[off] flags: --no-bounds-check
//@[off] verdict: safe
//@[on] verdict: unsafe
#include <assert.h>
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int column = 3;
  assert(m[0][column] == 4); //~[on] bounds
  return 0;
}
