//! Arrays of several dimensions, by constant and by arbitrary index.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  int cube[2][3][4];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 4; k++)
        cube[i][j][k] = i * 100 + j * 10 + k;
  unsigned i = nondet_uint(), j = nondet_uint(), k = nondet_uint();
  if (i < 2 && j < 3 && k < 4) {
    assert(cube[i][j][k] == (int)(i * 100 + j * 10 + k));
#ifdef BAD
    assert(cube[i][j][k] != 123); //~[bad] assertion
#endif
  }
  int(*plane)[4] = cube[1];
  assert(plane[2][3] == 123);
  assert(sizeof cube == 96 && sizeof cube[0] == 48);
  return 0;
}
