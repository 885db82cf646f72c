//! A variable of the loop's body has no value again in each round.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int main(void) {
  int r = 0;
#ifndef BAD
  int last;
#endif
  for (int i = 0; i < 3; i++) {
#ifdef BAD
    int last;
#endif
    if (i > 0)
      r += last; //~[bad] uninitialised
    last = i;
  }
  return r != 1;
}
