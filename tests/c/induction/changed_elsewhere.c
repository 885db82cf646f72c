//! Variables that change without being named: through pointers, members, copies and calls.
//@ revisions: counter next_member overlaid by_float upper_half copied global_pointer swapped one_of_two ring recursive at_exit bits
//@[counter] flags: -DCOUNTER
//@[next_member] flags: -DNEXT_MEMBER
//@[overlaid] flags: -DOVERLAID
//@[by_float] flags: -DBY_FLOAT
//@[upper_half] flags: -DUPPER_HALF
//@[copied] flags: -DCOPIED
//@[global_pointer] flags: -DGLOBAL_POINTER
//@[swapped] flags: -DSWAPPED
//@[one_of_two] flags: -DONE_OF_TWO
//@[ring] flags: -DRING
//@[recursive] flags: -DRECURSIVE
//@[at_exit] flags: -DAT_EXIT
//@[bits] flags: -DBITS
//@ verdict: unsafe
#include <assert.h>
int nondet_int(void);
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
#if defined(COUNTER)
int main(void) {
  unsigned i = 0, *p = &i;
  for (i = 0; i < 10; i++) {
    if (i == 5 && nondet_int())
      *p = 20;
    assert(i <= 10); //~[counter] assertion
  }
}
#elif defined(NEXT_MEMBER)
struct pair {
  int a, b;
};
int main(void) {
  struct pair v = {0, 0};
  char *p = (char *)&v;
  while (nondet_int())
    p[4] = 3;
  assert(v.b == 0); //~[next_member] assertion
}
#elif defined(OVERLAID)
union number {
  unsigned i;
  unsigned char c[4];
};
int main(void) {
  union number v = {0};
  for (unsigned n = 0; n < 10; n++) {
    v.c[1]++;
    assert(v.i < 2300); //~[overlaid] assertion
  }
}
#elif defined(BY_FLOAT)
union number {
  unsigned i;
  float f;
};
int main(void) {
  union number v = {0};
  while (nondet_int())
    v.f = 1.0f;
  assert(v.i == 0); //~[by_float] assertion
}
#elif defined(UPPER_HALF)
int main(void) {
  long x = 0;
  int *p = (int *)&x;
  while (nondet_int())
    p[1] = 1;
  assert(x < 100); //~[upper_half] assertion
}
#elif defined(COPIED)
#include <string.h>
int main(void) {
  unsigned x = 0, y = 7;
  while (nondet_int()) {
    memcpy(&x, &y, sizeof x);
    y++;
  }
  assert(x != 9); //~[copied] assertion
}
#elif defined(GLOBAL_POINTER)
unsigned g, *gp = &g;
static void f(unsigned **q) { **q += 1; }
int main(void) {
  while (nondet_int())
    f(&gp);
  assert(g != 5); //~[global_pointer] assertion
}
#elif defined(SWAPPED)
static void swap(unsigned **a, unsigned **b) {
  unsigned *t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  unsigned x = 0, y = 0, *p = &x, *q = &y;
  while (nondet_int()) {
    (*p)++;
    swap(&p, &q);
  }
  assert(y < 3); //~[swapped] assertion
}
#elif defined(ONE_OF_TWO)
unsigned g;
static void more(void) { g++; }
static void none(void) {}
int main(void) {
  void (*f)(void) = nondet_int() ? more : none;
  while (nondet_int())
    f();
  assert(g < 6); //~[one_of_two] assertion
}
#elif defined(RING)
struct link {
  struct link *next;
  int count;
};
int main(void) {
  struct link a, b, c;
  a.next = &b;
  b.next = &c;
  c.next = &a;
  a.count = b.count = c.count = 0;
  struct link *p = &a;
  while (nondet_int()) {
    p->count++;
    p = p->next;
    assert(c.count < 3); //~[ring] assertion
  }
}
#elif defined(RECURSIVE)
unsigned g;
static void f(unsigned n) {
  while (nondet_int()) {
    g++;
    if (n < 3)
      f(n + 1);
  }
}
int main(void) {
  f(0);
  assert(g != 6); //~[recursive] assertion
}
#elif defined(AT_EXIT)
#include <stdlib.h>
unsigned x;
static void last(void) {
  assert(x != 7); //~[at_exit] assertion
}
int main(void) {
  atexit(last);
  while (nondet_int())
    x++;
  return 0;
}
#elif defined(BITS)
struct {
  unsigned a : 3, b : 5;
} s;
int main(void) {
  unsigned char *p = (unsigned char *)&s;
  while (nondet_int()) {
    p[0] += 8;
    assert(s.b != 9); //~[bits] assertion
  }
}
#endif
