//! A loop without an end is followed as long as something can go wrong in it.
//@ verdict: unsafe
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int count = 0;
  while (1) {
    count++;
    __VERIFIER_assert(count < 7); //~ assertion
  }
}
