int nondet_int(void);
int main(void) {
  int a[3] = {0, 0, 0};
  int i = nondet_int();
  a[i] = 1;
  return 10 / a[0];
}
