//! Inputs of every type have the range of that type.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
int nd_int(void);
int main(void) {
  int b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_char();
  int u = __VERIFIER_nondet_uchar(), s = __VERIFIER_nondet_short();
  assert(b == 0 || b == 1);
  assert(c >= -128 && c <= 127 && u >= 0 && u <= 255 && s >= -32768 && s <= 32767);
#ifdef BAD
  assert(nd_int() != 5 || !(s == 12 && c == -3 && b == 1 && u == 255)); //~[bad] assertion
#endif
  return 0;
}
