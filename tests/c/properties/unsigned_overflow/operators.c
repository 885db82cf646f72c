//! Unsigned arithmetic that wraps around, by every operator, on request only.
//@ revisions: bad good off
//@[bad] flags: -DBAD --unsigned-overflow-check --multi-property
//@[bad] verdict: unsafe
//@[good] flags: --unsigned-overflow-check
//@[good] verdict: safe
//@[off] flags: -DBAD
//@[off] verdict: safe
//@[bad] contains: unsigned addition wraps around in type 'unsigned int'
#include <limits.h>
#ifdef BAD
#define MOST UINT_MAX
#define NONE 0u
#else
#define MOST (UINT_MAX / 4)
#define NONE 5u
#endif

int nondet_int(void);

int main(void) {
  unsigned most = MOST, none = NONE, x = most, y = none, zero = 0;
  unsigned long wide = most == UINT_MAX ? ULONG_MAX : 7;
  switch (nondet_int()) {
  case 0:
    return most + 1 > 0; //~[bad] unsigned-overflow
  case 1:
    return none - 1 > 0; //~[bad] unsigned-overflow
  case 2:
    return most * 2 > 0; //~[bad] unsigned-overflow
  case 3:
    return -(none == 5 ? zero : 1u) > 0; //~[bad] unsigned-overflow
  case 4:
    return ++x > 0; //~[bad] unsigned-overflow
  case 5:
    return x++ > 0; //~[bad] unsigned-overflow
  case 6:
    return --y > 0; //~[bad] unsigned-overflow
  case 7:
    return y-- > 0; //~[bad] unsigned-overflow
  case 8:
    x += 1; //~[bad] unsigned-overflow
    break;
  case 9:
    y -= 1; //~[bad] unsigned-overflow
    break;
  case 10:
    x *= 2; //~[bad] unsigned-overflow
    break;
  case 11:
    return wide + 1 > 0; //~[bad] unsigned-overflow
  }
  return 0;
}
