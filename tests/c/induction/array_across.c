//! A write that lies across two elements changes both.
//@ revisions: good bad
//@ flags: --property unreach-call
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#define N 5000
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int a[N];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > N)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    a[i] = 0;
#ifdef BAD
    if (i == 3)
      *(int *)((char *)a + 6) = 0x10001;
#endif
  }
  for (unsigned i = 0; i < n; i++)
    if (a[i] != 0)
      reach_error(); //~[bad] unreach-call
  return 0;
}
