//! A loop without end never reaches what follows; the answer stays honest.
//@ revisions: unknown bounded
//@[unknown] flags: --unwind 5
//@[bounded] flags: --unwind 5 --no-unwinding-assertions
//@[unknown] verdict: unknown
//@[bounded] verdict: safe
void reach_error(void);
int nondet_int(void);
int main(void) {
  while (1) {
    if (nondet_int() == 3 && nondet_int() == 4)
      continue;
  }
  reach_error();
  return 0;
}
