//! A pointer made from an integer that is nobody's address.
//@ verdict: unsafe
int main(void) {
  int *p = (int *)12345678;
  return *p; //~ pointer.invalid
}
