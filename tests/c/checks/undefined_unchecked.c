//! Undefined behaviour that no enabled check guards: nothing behind it is proved.
//@ flags: --property unreach-call
//@ verdict: unknown
//@ contains: unknown: undefined behaviour that no enabled check guards
void reach_error(void);
int nondet_int(void);
int main(void) {
  int a[2] = {1, 2}, i = nondet_int(), flag = 0;
  a[i] = 5;
  if (flag)
    reach_error();
  return 0;
}
