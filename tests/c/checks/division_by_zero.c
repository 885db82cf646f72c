//! Division and remainder by zero, signed and unsigned.
//@ revisions: sdiv srem udiv urem good off
//@[sdiv] flags: -DTYPE=int -DOP=/
//@[srem] flags: -DTYPE=int -DOP=%
//@[udiv] flags: -DTYPE=unsigned -DOP=/
//@[urem] flags: -DTYPE=unsigned -DOP=%
//@[good] flags: -DTYPE=unsigned -DOP=/ -DGUARD
//@[off] flags: -DTYPE=unsigned -DOP=/ --no-div-by-zero-check
//@[sdiv] verdict: unsafe
//@[srem] verdict: unsafe
//@[udiv] verdict: unsafe
//@[urem] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
int nondet_int(void);
int main(void) {
  TYPE d = nondet_int();
#ifdef GUARD
  if (d == 0)
    return 0;
#endif
  return 100 OP d; //~[sdiv] division-by-zero //~[srem] division-by-zero //~[udiv] division-by-zero //~[urem] division-by-zero
}
