//! A switch passes by the declarations before its first case.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  switch (nondet_int()) {
    int x = 1;
  case 1:
#ifndef BAD
    x = 2;
#endif
    return x == 3; //~[bad] uninitialised
  }
  return 0;
}
