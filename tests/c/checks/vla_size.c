//! A variable-length array needs a positive size.
//@ revisions: zero negative good
//@[zero] flags: -DLOW=0
//@[negative] flags: -DLOW=-3
//@[good] flags: -DLOW=1
//@[zero] verdict: unsafe
//@[negative] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n < LOW || n > 4)
    return 0;
  int a[n]; //~[zero] vla-size //~[negative] vla-size
  a[0] = 1;
  return a[0] - 1;
}
