//! Increment and compound assignment are additions too.
//@ flags: --multi-property
//@ verdict: unsafe
long nondet_long(void);
int nondet_int(void);
int main(void) {
  int i = nondet_int();
  long l = nondet_long();
  i++; //~ overflow.add
  l += 3; //~ overflow.add
  l *= 5; //~ overflow.mul
  return i < l;
}
