// What is not lowered says so where it stands.
#include <stdarg.h>
int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int);
  va_end(list);
  return first;
}
int processor(void) {
  int result;
  __asm__("cpuid" : "=a"(result));
  return result;
}
int barrier(int x) {
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(x));
  return x;
}
