//! Arithmetic on small types is done in int and does not overflow there.
//@ verdict: safe
signed char nondet_char(void);
short nondet_short(void);
int main(void) {
  signed char c = nondet_char();
  short s = nondet_short();
  int a = c + c, b = s * s, d = -s;
  return a == b + d;
}
