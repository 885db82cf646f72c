//! An array that is declared without a length and defined nowhere may be of any length.
//@ revisions: open sized sized_bad
//@[open] flags: -DLENGTH=
//@[sized] flags: -DLENGTH=10
//@[sized_bad] flags: -DLENGTH=9
//@[open] verdict: unknown
//@[sized] verdict: safe
//@[sized_bad] verdict: unsafe
//@[open] contains: address of table
#include <assert.h>
unsigned nondet_uint(void);
extern int table[LENGTH];
int main(void) {
  unsigned i = nondet_uint() % 10;
  int before = table[i]; //~[sized_bad] bounds
  assert(before == table[i]);
  return 0;
}
