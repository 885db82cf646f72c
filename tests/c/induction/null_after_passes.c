//! A pointer that a loop sets to null.
//@ revisions: good bad
//@ flags: --max-k-step 20
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[good] contains: invariant of the finite-state model
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int value = 3, *p = &value;
  unsigned passes = 0;
  while (nondet_int()) {
    value = *p; //~[bad] pointer.null
    passes++;
    p = passes == 1000000 BUG(|| passes == 13) ? (int *)0 : &value;
    if (!p BUG(&& passes > 100))
      break;
  }
  return value;
}
