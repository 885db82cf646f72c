//! Access to a variable whose scope has ended, by block and by function.
//@ revisions: block function good
//@[block] flags: -DBLOCK
//@[function] flags: -DFUNCTION
//@[block] verdict: unsafe
//@[function] verdict: unsafe
//@[good] verdict: safe
static int *leave(int *outer) {
  int local = 3;
  int *p = outer;
#ifdef FUNCTION
  p = &local;
#endif
  *p = local;
  return p;
}
int main(void) {
  int outer = 1;
  int *p = leave(&outer);
  {
    int inner = 2;
#ifdef BLOCK
    p = &inner;
#endif
    *p = inner; //~[function] pointer.expired
  }
  return *p; //~[block] pointer.expired
}
