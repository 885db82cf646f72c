//! Functions of verifiers may be declared without extern "C".
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] contains: x = 5  <- input, nondet_int()
int nondet_int();
void __VERIFIER_assume(int);
void reach_error();
namespace mine {
// Not the verifier's.
int nondet_int() { return 7; }
}
int main() {
  int x = nondet_int();
  __VERIFIER_assume(x > 4);
  __VERIFIER_assume(x < 6);
#ifdef BAD
  if (x == 5) reach_error(); //~[bad] unreach-call
#endif
  if (x != 5 || mine::nondet_int() != 7) reach_error();
  return 0;
}
