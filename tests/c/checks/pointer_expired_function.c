//! The value of a local variable is read through a pointer after the function has returned.
//@ verdict: unsafe
static int *escape(void) {
  int local = 3;
  int *p = &local;
  return p;
}
int main(void) {
  int *p = escape();
  return *p; //~ pointer.expired
}
