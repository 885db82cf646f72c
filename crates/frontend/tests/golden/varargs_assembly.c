// Variable arguments come in a block of memory; outputs of assembly are any values.
#include <stdarg.h>
int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int);
  va_end(list);
  return first;
}
int caller(long x) { return sum(1, (int)x, 2.5, &x); }
int processor(int *where) {
  int result;
  __asm__("cpuid" : "=a"(result), "=m"(*where) : "r"(where) : "memory");
  return result;
}
int barrier(int x) {
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(x));
  return x;
}
int jumps(int x) {
  __asm__ goto("jmp %l1" : : "r"(x) : : out);
  return 0;
out:
  return 1;
}
