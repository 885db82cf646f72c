//! Signed overflow of every operator, in int and in a wider type; narrower types are promoted.
//@ revisions: bad good property
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[property] flags: -DBAD --property no-overflow --multi-property
//@[property] verdict: unsafe
#include <limits.h>
#ifdef BAD
#define MIN(type, least) least
#define MAX(type, most) most
#else
#define MIN(type, least) ((least) / 4)
#define MAX(type, most) ((most) / 4)
#endif

int nondet_int(void);

int main(void) {
  int most = MAX(int, INT_MAX), least = MIN(int, INT_MIN), minus = -1, x = most, y = least;
  long wide = MAX(long, LONG_MAX), deep = MIN(long, LONG_MIN);
  __int128 huge = (__int128)wide << 62;
  signed char small = 127;
  switch (nondet_int()) {
  case 0:
    return most + 1; //~[bad] overflow.add //~[property] overflow.add
  case 1:
    return least - 1; //~[bad] overflow.sub //~[property] overflow.sub
  case 2:
    return most * 2; //~[bad] overflow.mul //~[property] overflow.mul
  case 3:
    return -least; //~[bad] overflow.neg //~[property] overflow.neg
  case 4:
    return least / minus; //~[bad] overflow.div //~[property] overflow.div
  case 5:
    return least % minus; //~[bad] overflow.div //~[property] overflow.div
  case 6:
    return ++x; //~[bad] overflow.add //~[property] overflow.add
  case 7:
    return x++; //~[bad] overflow.add //~[property] overflow.add
  case 8:
    return --y; //~[bad] overflow.sub //~[property] overflow.sub
  case 9:
    return y--; //~[bad] overflow.sub //~[property] overflow.sub
  case 10:
    return x += 1; //~[bad] overflow.add //~[property] overflow.add
  case 11:
    return y -= 1; //~[bad] overflow.sub //~[property] overflow.sub
  case 12:
    return x *= 2; //~[bad] overflow.mul //~[property] overflow.mul
  case 13:
    return y /= minus; //~[bad] overflow.div //~[property] overflow.div
  case 14:
    return y %= minus; //~[bad] overflow.div //~[property] overflow.div
  case 15:
    return wide + 1 > 0; //~[bad] overflow.add //~[property] overflow.add
  case 16:
    return deep / minus > 0; //~[bad] overflow.div //~[property] overflow.div
  case 17:
    return huge * 16 > 0; //~[bad] overflow.mul //~[property] overflow.mul
  case 18:
    small++;
    return small += 1;
  }
  return 0;
}
