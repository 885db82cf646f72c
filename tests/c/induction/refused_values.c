//! A loop that may leave a variable without a value: no proof pretends that it has one.
//@ flags: --uninitialised-check --max-k-step 3
//@ verdict: unsafe
int nondet_int(void);
int main(void) {
  int x;
  while (nondet_int())
    if (nondet_int())
      x = 1;
  return x; //~ uninitialised
}
