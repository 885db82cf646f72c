//! Results that reach just beyond what a careless range says.
//@ revisions: mixed to_unsigned mask either_bit unequal_bits remainder half shifted doubled tripled moved not_below fits_not distance index before search fallen_into field
//@[mixed] flags: -DMIXED
//@[to_unsigned] flags: -DTO_UNSIGNED
//@[mask] flags: -DMASK
//@[either_bit] flags: -DEITHER_BIT
//@[unequal_bits] flags: -DUNEQUAL_BITS
//@[remainder] flags: -DREMAINDER
//@[half] flags: -DHALF
//@[shifted] flags: -DSHIFTED
//@[doubled] flags: -DDOUBLED
//@[tripled] flags: -DTRIPLED
//@[moved] flags: -DMOVED
//@[not_below] flags: -DNOT_BELOW
//@[fits_not] flags: -DFITS_NOT
//@[distance] flags: -DDISTANCE
//@[index] flags: -DINDEX
//@[before] flags: -DBEFORE
//@[search] flags: -DSEARCH
//@[fallen_into] flags: -DFALLEN_INTO
//@[field] flags: -DFIELD
//@ verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
#if defined(MIXED)
int main(void) {
  int i = 5;
  unsigned u = 3;
  while (nondet_int()) {
    if (i > u)
      assert(i > 3); //~[mixed] assertion
    i--;
    if (i < -3)
      break;
  }
}
#elif defined(TO_UNSIGNED)
int main(void) {
  signed char c = (signed char)nondet_int();
  unsigned char u = (unsigned char)c;
  if (c < 10)
    assert(u < 10); //~[to_unsigned] assertion
}
#elif defined(MASK)
int main(void) {
  unsigned y = nondet_uint() & 0xF0;
  assert(y <= 0xE0); //~[mask] assertion
}
#elif defined(EITHER_BIT)
int main(void) {
  unsigned x = nondet_uint() % 8, y = nondet_uint() % 8;
  assert((x | y) < 7); //~[either_bit] assertion
}
#elif defined(UNEQUAL_BITS)
int main(void) {
  unsigned x = nondet_uint() % 8 + 8, y = nondet_uint() % 8;
  assert((x ^ y) > 8); //~[unequal_bits] assertion
}
#elif defined(REMAINDER)
int main(void) {
  int x = nondet_int() % 7;
  assert(x >= 0); //~[remainder] assertion
}
#elif defined(HALF)
int main(void) {
  int x = nondet_int();
  __VERIFIER_assume(x >= -7 && x <= 7);
  assert(x / 2 > -3); //~[half] assertion
}
#elif defined(SHIFTED)
int main(void) {
  int x = nondet_int();
  __VERIFIER_assume(x >= -7 && x <= 7);
  assert(x >> 1 >= -3); //~[shifted] assertion
}
#elif defined(DOUBLED)
int main(void) {
  unsigned x = nondet_uint();
  assert(x * 2 >= x); //~[doubled] assertion
}
#elif defined(TRIPLED)
int main(void) {
  unsigned x = nondet_uint();
  __VERIFIER_assume(x % 4 == 1);
  assert(x * 3 % 12 == 3); //~[tripled] assertion
}
#elif defined(MOVED)
int main(void) {
  unsigned x = nondet_uint();
  __VERIFIER_assume(x % 6 == 1);
  assert((x + 6) % 6 == 1); //~[moved] assertion
}
#elif defined(NOT_BELOW)
double nondet_double(void);
int main(void) {
  double d = nondet_double();
  if (!(d < 1))
    assert(d >= 1); //~[not_below] assertion
}
#elif defined(FITS_NOT)
int main(void) {
  int i = nondet_int(), j = nondet_int();
  __VERIFIER_assume(i > 0 && j > 0 && i <= 46341 && j <= 46341);
  return i * j > 3; //~[fits_not] overflow.mul
}
#elif defined(DISTANCE)
int main(void) {
  int s = 28;
  while (nondet_int()) {
    if (1u << s == 3) //~[distance] shift
      return 0;
    s++;
  }
}
#elif defined(INDEX)
int main(void) {
  int a[10] = {0};
  unsigned i = nondet_uint();
  if (i + 1 <= 10)
    a[i] = 0; //~[index] bounds
}
#elif defined(BEFORE)
int main(void) {
  int a[10] = {0};
  unsigned char i = (unsigned char)nondet_int();
  if (i < 10)
    a[i - 1] = 0; //~[before] bounds
}
#elif defined(SEARCH)
int main(void) {
  int low = 0, high = 100;
  while (low < high) {
    int middle = (low + high) / 2;
    if (nondet_int())
      low = middle + 1;
    else
      high = middle;
  }
  assert(low < 100); //~[search] assertion
}
#elif defined(FALLEN_INTO)
int main(void) {
  int x = nondet_int();
  switch (x) {
  case 1:
  case 2:
    x = 5;
  case 3:
    assert(x != 3); //~[fallen_into] assertion
    break;
  default:;
  }
}
#elif defined(FIELD)
struct {
  int f : 5;
} s;
int main(void) {
  s.f = nondet_int();
  assert(s.f >= -15); //~[field] assertion
}
#endif
