//! A shift distance that grows with the passes.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned distance = 0, mask = 0;
  while (nondet_int()) {
    mask |= 1u << distance; //~[bad] shift
    distance = BUG(distance > 31 ? 0 : distance + 1; if (0) distance =) (distance + 1) % 32;
  }
  return 0;
}
