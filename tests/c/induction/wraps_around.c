//! Numbers that wrap around or change their sign: no range or relation survives that.
//@ revisions: byte word below_zero signed_byte residue residue_down residue_byte order any_order order_signed order_cut difference product never_below overflow quotient
//@[byte] flags: -DBYTE
//@[word] flags: -DWORD
//@[below_zero] flags: -DBELOW_ZERO
//@[signed_byte] flags: -DSIGNED_BYTE
//@[residue] flags: -DRESIDUE
//@[residue_down] flags: -DRESIDUE_DOWN
//@[residue_byte] flags: -DRESIDUE_BYTE --max-k-step 90
//@[order] flags: -DORDER
//@[any_order] flags: -DANY_ORDER
//@[order_signed] flags: -DORDER_SIGNED
//@[order_cut] flags: -DORDER_CUT
//@[difference] flags: -DDIFFERENCE
//@[product] flags: -DPRODUCT
//@[never_below] flags: -DNEVER_BELOW
//@[overflow] flags: -DOVERFLOW
//@[quotient] flags: -DQUOTIENT
//@ verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
#if defined(BYTE)
int main(void) {
  unsigned char x = 200;
  while (nondet_int()) {
    x += 10;
    assert(x >= 10); //~[byte] assertion
  }
}
#elif defined(WORD)
int main(void) {
  unsigned x = 4294967290u;
  while (nondet_int()) {
    x += 3;
    assert(x >= 4294967290u); //~[word] assertion
  }
}
#elif defined(BELOW_ZERO)
int main(void) {
  unsigned x = 5;
  while (nondet_int()) {
    x -= 2;
    assert(x <= 5); //~[below_zero] assertion
  }
}
#elif defined(SIGNED_BYTE)
int main(void) {
  signed char c = 100;
  while (nondet_int()) {
    c = (signed char)(c + 9);
    assert(c >= 100); //~[signed_byte] assertion
  }
}
#elif defined(RESIDUE)
int main(void) {
  unsigned x = 0;
  while (nondet_int())
    x += 0x60000000u;
  assert(x % 3 == 0); //~[residue] assertion
}
#elif defined(RESIDUE_DOWN)
int main(void) {
  unsigned x = 0;
  while (nondet_int())
    x -= 3;
  assert(x % 3 == 0); //~[residue_down] assertion
}
#elif defined(RESIDUE_BYTE)
int main(void) {
  unsigned char x = 0;
  while (nondet_int())
    x += 3;
  assert(x % 3 == 0); //~[residue_byte] assertion
}
#elif defined(ORDER)
int main(void) {
  unsigned char x = 0, y = 5;
  while (nondet_int()) {
    x += 50;
    y += 50;
    assert(x < y); //~[order] assertion
  }
}
#elif defined(ANY_ORDER)
int main(void) {
  unsigned x = nondet_uint(), y = x + 10;
  while (nondet_int()) {
    assert(x < y); //~[any_order] assertion
    x++;
    y++;
  }
}
#elif defined(ORDER_SIGNED)
int main(void) {
  int x = nondet_int(), y = nondet_int();
  __VERIFIER_assume(x <= y);
  unsigned a = (unsigned)x, b = (unsigned)y;
  assert(a <= b); //~[order_signed] assertion
}
#elif defined(ORDER_CUT)
int main(void) {
  int x = nondet_int(), y = nondet_int();
  __VERIFIER_assume(x <= y);
  signed char a = (signed char)x, b = (signed char)y;
  assert(a <= b); //~[order_cut] assertion
}
#elif defined(DIFFERENCE)
int main(void) {
  int x = nondet_int(), y = nondet_int();
  __VERIFIER_assume(x < y);
  int d = (int)((unsigned)y - (unsigned)x);
  assert(d > 0); //~[difference] assertion
}
#elif defined(PRODUCT)
int main(void) {
  unsigned long long x = 1;
  while (nondet_int()) {
    x *= 65536;
    assert(x != 0); //~[product] assertion
  }
}
#elif defined(NEVER_BELOW)
int main(void) {
  for (unsigned i = 3; i >= 0; i--)
    assert(i <= 3); //~[never_below] assertion
}
#elif defined(OVERFLOW)
int main(void) {
  int x = 2147483640;
  while (nondet_int())
    x++; //~[overflow] overflow.add
}
#elif defined(QUOTIENT)
int main(void) {
  int x = -2147483647, d = -1;
  while (nondet_int()) {
    x--;
    if (x / d == 5) //~[quotient] overflow.div
      return 0;
    if (x < -2147483647)
      return 0;
  }
}
#endif
