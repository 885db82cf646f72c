//! Access outside the object pointed to.
//@ revisions: bad below good
//@[bad] flags: -DSTEP=4
//@[below] flags: -DSTEP=-1
//@[good] flags: -DSTEP=3
//@[bad] verdict: unsafe
//@[below] verdict: unsafe
//@[good] verdict: safe
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int *p = a;
  p = p + STEP;
  return *p; //~[bad] pointer.bounds //~[below] pointer.bounds
}
