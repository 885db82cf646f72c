//! After a contradictory assumption nothing can be violated.
//@ verdict: safe
void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
  __VERIFIER_assume(0);
  reach_error();
  return 0;
}
