//! Taking more arguments than were passed leaves the block that holds them.
//@ verdict: unsafe
//@ contains: variable arguments
//@ unseen: arguments that were not passed are whatever registers and stack hold
#include <stdarg.h>
static int first(int count, ...) {
  va_list list;
  va_start(list, count);
  int a = va_arg(list, int);
  int b = va_arg(list, int); //~ pointer.bounds
  va_end(list);
  return a + b;
}
int main(void) {
  return first(2, 1);
}
