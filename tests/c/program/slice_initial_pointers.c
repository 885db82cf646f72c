//! Slicing keeps what is stored in a variable that is only reached by a pointer in an initialiser.
//@ revisions: direct chain member fine
//@ flags: --slice-program
//@[direct] flags: -Ddirect
//@[chain] flags: -Dchain
//@[member] flags: -Dmember
//@[direct] verdict: unsafe
//@[chain] verdict: unsafe
//@[member] verdict: unsafe
//@[fine] verdict: safe
#include <assert.h>
int x, y, z;
int *p = &x;
int **q = &p;
struct list { int first; struct list *next; } a, b = {1, &a};
int *table[] = {&x, &y, &z};

int main(void) {
#ifdef direct
  x = 5;
  assert(*p == 0); //~[direct] assertion
#elif defined chain
  x = 5;
  assert(**q == 0); //~[chain] assertion
#elif defined member
  a.first = 2;
  assert(b.next->first == 0); //~[member] assertion
#else
  x = 1, y = 2, z = 3;
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += *table[i];
  assert(sum == 6);
#endif
  return 0;
}
