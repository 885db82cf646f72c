//! Error functions are violations wherever they are called.
//@ revisions: reach verifier dead
//@[reach] flags: -DERROR=reach_error
//@[verifier] flags: -DERROR=__VERIFIER_error
//@[dead] flags: -DERROR=reach_error -DDEAD
//@[reach] verdict: unsafe
//@[verifier] verdict: unsafe
//@[dead] verdict: safe
void reach_error(void);
void __VERIFIER_error(void);
int nondet_int(void);
int main(void) {
  int x = nondet_int();
#ifdef DEAD
  if (x > 3 && x < 4)
#else
  if (x > 3 && x < 5)
#endif
    ERROR(); //~[reach] unreach-call //~[verifier] unreach-call
  return 0;
}
