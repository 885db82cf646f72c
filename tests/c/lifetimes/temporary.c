//! What a function returns lives until the end of the full expression (C17 6.2.4p8).
//@ revisions: initialiser assignment small choice assigned macro member ok
//@[initialiser] flags: -DINITIALISER
//@[assignment] flags: -DASSIGNMENT
//@[small] flags: -DSMALL
//@[choice] flags: -DCHOICE
//@[assigned] flags: -DASSIGNED
//@[macro] flags: -DMACRO
//@[member] flags: -DMEMBER
//@[initialiser] verdict: unsafe
//@[assignment] verdict: unsafe
//@[small] verdict: unsafe
//@[choice] verdict: unsafe
//@[assigned] verdict: unsafe
//@[macro] verdict: unsafe
//@[member] verdict: unsafe
//@[ok] verdict: safe
//@ unseen: sanitizers take objects with temporary lifetime for variables of the function
#include <assert.h>
extern int nondet_int(void);

struct text {
  int a[4];
};
struct word {
  int a[1];
};
struct outer {
  int before;
  struct text inner;
};

static struct text make(int n) {
  struct text t = {{n, n + 1, n + 2, n + 3}};
  return t;
}
static struct word make_word(int n) {
  struct word w = {{n}};
  return w;
}
static struct outer make_outer(int n) {
  struct outer o = {0, make(n)};
  return o;
}
static int third(int *p) { return p[2]; }

#define KEEP_AND_USE(p) p = make(3).a; n += *p;

int main(void) {
  int n = 0;
  int *p;
#ifdef INITIALISER
  int *q = make(1).a;
  return q[1]; //~[initialiser] pointer.expired
#endif
#ifdef ASSIGNMENT
  p = make(1).a;
  return p[1]; //~[assignment] pointer.expired
#endif
#ifdef SMALL
  p = make_word(1).a;
  return *p; //~[small] pointer.expired
#endif
#ifdef CHOICE
  struct text s = make(1), t = make(2);
  p = (nondet_int() ? s : t).a;
  return *p; //~[choice] pointer.expired
#endif
#ifdef ASSIGNED
  struct text u, v = make(1);
  p = (u = v).a;
  return *p; //~[assigned] pointer.expired
#endif
#ifdef MACRO
  KEEP_AND_USE(p) //~[macro] pointer.expired
#endif
#ifdef MEMBER
  p = make_outer(1).inner.a;
  return *p; //~[member] pointer.expired
#endif
  n = (p = make(1).a, p[1]);
  assert(n == 2);
  assert(make(4).a[3] == 7 && third(make(4).a) == 6);
  for (int i = 0; i < 2; i++)
    n += third(make(i).a) + *make_word(i).a;
  assert(n == 8);
  struct text copy = make_outer(5).inner;
  assert(copy.a[0] == 5);
  while (*(p = make(n).a) < 9)
    n++;
  assert(n == 9);
  n = third(({
    struct text t = make(6);
    t;
  }).a);
  assert(n == 8);
  return third((nondet_int() ? make(1) : make(1)).a) - 3;
}
