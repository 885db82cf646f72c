//! Arguments that a function of the program passes on to vprintf are of the types of the format.
//@ revisions: good wide number chosen
//@[wide] flags: -DWIDE
//@[number] flags: -DNUMBER
//@[chosen] flags: -DCHOSEN
//@[good] verdict: safe
//@[wide] verdict: unsafe
//@[number] verdict: unsafe
//@[chosen] verdict: unsafe
//@ unseen: no sanitizer looks at the types of variable arguments
#include <stdarg.h>
#include <stdio.h>
_Bool nondet_bool(void);
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list); //~[wide] library-call
  va_end(list);
}
static int into(char *buffer, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(buffer, size, format, list); //~[number] library-call
  va_end(list);
  return length;
}
int main(void) {
  char buffer[20];
  say("%d %s %.1f %c %lu\n", 1, "x", 2.5, 'c', 3UL);
  into(buffer, sizeof buffer, "%x", 7u);
#ifdef WIDE
  say("%ld\n", 1);
#endif
#ifdef NUMBER
  into(buffer, sizeof buffer, "%d", 1L);
#endif
#ifdef CHOSEN
  const char *format = nondet_bool() ? "%d\n" : "%ld\n";
  printf(format, 1); //~[chosen] library-call
#endif
  return 0;
}
