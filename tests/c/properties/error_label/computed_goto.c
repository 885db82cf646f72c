//! A label that a computed goto leads to.
//@ revisions: bad good
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[bad] flags: --error-label second
//@[good] flags: --error-label third
int nondet_int(void);

int main(void) {
  void *targets[] = {&&first, &&second, &&third};
  int x = nondet_int();
  goto *targets[x > 5];
first:
  return 0;
second: //~[bad] error-label
  return 1;
third:
  return 2;
}
