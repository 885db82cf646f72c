//! A claim is a claim, whatever its message says.
//@ flags: --max-k-step 20
//@ verdict: unsafe
unsigned nondet_uint(void);
void __ESBMC_assert(_Bool, const char *);
int main(void) {
  unsigned x = 0, y = 0;
  while (nondet_uint()) {
    x++;
    y = y > 5 ? 0 : y + 1;
    __ESBMC_assert(x != 12, "conjecture 3"); //~ assertion
  }
}
