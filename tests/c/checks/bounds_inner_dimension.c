//! An index outside its row is a violation although it stays inside the matrix.
//@ revisions: bad good
//@[bad] flags: -DCOLUMN=3
//@[good] flags: -DCOLUMN=2
//@[bad] verdict: unsafe
//@[good] verdict: safe
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int c = COLUMN;
  return m[0][c]; //~[bad] bounds
}
