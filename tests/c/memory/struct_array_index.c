//! An arbitrary index into an array of structures reaches the right member.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
struct item {
  char key;
  int value;
} items[6];
unsigned nondet_uint(void);
int main(void) {
  unsigned i = nondet_uint() % 6, j = nondet_uint() % 6;
  for (int k = 0; k < 6; k++) {
    items[k].key = 'a' + k;
    items[k].value = k * k;
  }
  items[i].value = 99;
  assert(items[i].key == (char)('a' + i));
  if (i != j)
    assert(items[j].value == (int)(j * j));
#ifdef BAD
  assert(items[j].value != 99); //~[bad] assertion
#endif
  return 0;
}
