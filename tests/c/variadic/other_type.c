//! va_arg names the type of the argument (C17 7.16.1.1).
//@ revisions: good wide floating pointer promoted indirect
//@[wide] flags: -DWIDE
//@[floating] flags: -DFLOATING
//@[pointer] flags: -DPOINTER
//@[promoted] flags: -DPROMOTED
//@[indirect] flags: -DINDIRECT
//@[good] again: --32
//@[pointer] again: --32
//@[floating] again: --32
//@[good] verdict: safe
//@[wide] verdict: unsafe
//@[floating] verdict: unsafe
//@[pointer] verdict: unsafe
//@[promoted] verdict: unsafe
//@[indirect] verdict: unsafe
//@ unseen: no sanitizer looks at the types of variable arguments
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
struct pair {
  int a, b;
};
static long all(const char *kinds, ...) {
  va_list list;
  long sum = 0;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      sum += va_arg(list, int); //~[floating] library-call
      break;
    case 'l':
      sum += va_arg(list, long); //~[wide] library-call
      break;
    case 'd':
      sum += (long)va_arg(list, double);
      break;
    case 'L':
      sum += (long)va_arg(list, long double);
      break;
    case 'p':
      sum += va_arg(list, char *) != NULL; //~[pointer] library-call
      //~[indirect]^ library-call
      break;
    case 's':
      sum += va_arg(list, struct pair).b;
      break;
#ifdef PROMOTED
    case 'c':
      sum += va_arg(list, short); //~[promoted] library-call
      break;
#endif
    }
  va_end(list);
  return sum;
}
int main(void) {
  struct pair two = {1, 2};
  unsigned u = 3;
  char c = 4;
  assert(all("iildpsLp", 1, u, 2L, 3.0, "x", two, 5.0L, NULL) == 17);
  assert(all("icd" + 2, 1.5) == 1 && all("i", c) == 4);
#ifdef WIDE
  return (int)all("l", 1);
#endif
#ifdef FLOATING
  return (int)all("i", 1.0);
#endif
#ifdef POINTER
  return (int)all("ip", 1, 0);
#endif
#ifdef PROMOTED
  return (int)all("c", (short)1);
#endif
#ifdef INDIRECT
  long (*volatile pointer)(const char *, ...) = all;
  return (int)pointer("p", 7L);
#endif
  return 0;
}
