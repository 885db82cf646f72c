//! A function may reach its end as long as nobody uses its value; main returns 0 there.
//@ revisions: plain uninitialised
//@[uninitialised] flags: --uninitialised-check
//@ verdict: safe
#include <stdlib.h>
struct pair {
  int a, b;
};

int nondet_int(void);

int old_style(int x) { x++; }

int sometimes(int x) {
  if (x > 0)
    return x;
}

struct pair both(int x) {
  if (x > 0)
    return (struct pair){x, x};
}

int never(int x) {
  switch (x & 1) {
  case 0:
    return 3;
  case 1:
    return 4;
  }
}

int leaves(int x) {
  if (x > 0)
    return x;
  abort();
}

int calls(int x) {
  old_style(1);
  return x;
}

int main(void) {
  int x = nondet_int();
  sometimes(x);
  (void)old_style(3);
  both(x);
  int (*pointer)(int) = calls;
  if (x == 1)
    pointer = old_style;
  pointer(x);
  if (x > 0 && sometimes(x) == 7 && both(x).a == 2)
    return 1;
  if (pointer != old_style && pointer(5) != 5)
    return 1;
  if (never(x) + leaves(7) == 0)
    return 1;
}
