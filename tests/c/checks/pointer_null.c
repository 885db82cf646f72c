//! Access through a null pointer.
//@ revisions: bad good
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int x = 3, *p = &x;
#ifdef BAD
  if (nondet_int() == 42)
    p = 0;
#endif
  *p = 4; //~[bad] pointer.null
  return x - 4;
}
