//! An index outside its array, below and above, read and written.
//@ revisions: below above write good
//@[below] flags: -DLOW=-1 -DHIGH=4 -DACCESS=x=a[i]
//@[above] flags: -DLOW=0 -DHIGH=5 -DACCESS=x=a[i]
//@[write] flags: -DLOW=0 -DHIGH=5 -DACCESS=a[i]=x
//@[good] flags: -DLOW=0 -DHIGH=4 -DACCESS=a[i]=x
//@[below] verdict: unsafe
//@[above] verdict: unsafe
//@[write] verdict: unsafe
//@[good] verdict: safe
int nondet_int(void);
int main(void) {
  int a[5] = {0}, x = 0, i = nondet_int();
  if (i < LOW || i > HIGH)
    return 0;
  ACCESS; //~[below] bounds //~[above] bounds //~[write] bounds
  return x;
}
