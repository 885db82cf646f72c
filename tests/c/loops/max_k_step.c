//! The growing bound ends at --max-k-step.
//@ flags: --incremental-bmc --max-k-step 3
//@ verdict: unknown
//@ because: bound 3 reached by loop main.0
//@ stats: bound <= 3
unsigned nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned n = nondet_uint(), i = 0;
  while (i < n)
    i++;
  if (i != n)
    reach_error();
  return 0;
}
