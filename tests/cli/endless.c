/* No bound suffices: the loop runs as long as its input says. */
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  while (i < n) {
    s += i * i * i;
    i++;
  }
  if (s == 123456789u && n == 77777u)
    reach_error();
  return 0;
}
