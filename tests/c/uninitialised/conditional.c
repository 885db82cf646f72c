//! A variable that is written on one way only may be read on that way only.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  int c = nondet_int(), x;
  if (c > 10)
    x = c;
#ifdef BAD
  return x != 0; //~[bad] uninitialised
#else
  return c > 20 ? x - 11 : 0;
#endif
}
