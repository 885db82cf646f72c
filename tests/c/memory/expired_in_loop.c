//! A variable of a loop body is a new one in every iteration.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[bad] unseen: the variable of the next iteration is at the same address
_Bool nondet_bool(void);
int main(void) {
  int x = 0, *p = 0;
  for (int i = 0; i < 3; i++) {
    int y = i;
    if (p)
      *p = y; //~[bad] pointer.expired
    if (nondet_bool())
#ifdef BAD
      p = &y;
#else
      p = &x;
#endif
  }
  return 0;
}
