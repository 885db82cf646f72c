//! A jump into a scope passes by the initialiser.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
int main(void) {
  int c = nondet_int();
#ifdef BAD
  if (c == 3)
    goto inside;
#endif
  {
    int x = 4;
  inside:
    c = x; //~[bad] uninitialised
  }
  return c == 5;
}
