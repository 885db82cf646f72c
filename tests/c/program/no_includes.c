//! A trivial program is proved without any solver.
//@ verdict: safe
//@ stats: solver-calls = 0
//@ stats: vcs-left = 0
int main(void) {
  int x = 1;
  return x - 1;
}
