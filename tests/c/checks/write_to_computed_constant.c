//! Constant arrays and structures whose initialisers compute are written by these only.
//@ revisions: structure inner array copied returned loop good
//@[structure] flags: -DSTRUCTURE
//@[structure] verdict: unsafe
//@[inner] flags: -DINNER
//@[inner] verdict: unsafe
//@[array] flags: -DARRAY
//@[array] verdict: unsafe
//@[copied] flags: -DCOPIED
//@[copied] verdict: unsafe
//@[returned] flags: -DRETURNED
//@[returned] verdict: unsafe
//@[loop] flags: -DLOOP
//@[loop] verdict: unsafe
//@[good] verdict: safe
//@ unseen: automatic variables lie in memory that can be written
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct part {
  int a;
  char c;
  long b;
};
static struct part make(int n) {
  struct part p = {n, 'y', 2};
  return p;
}
static void set(const struct part *p) { ((struct part *)p)->c = 1; } //~[structure] pointer.constant //~[copied] pointer.constant //~[returned] pointer.constant //~[loop] pointer.constant
static long sum(const struct part *p) { return p->a + p->c + p->b; }

int main(void) {
  int n = __VERIFIER_nondet_int() & 15;
  struct part variable = {n, 'v', 3};
  set(n == 99 ? &variable : &variable);
  const struct part first = {n, 'x', n + 1};
  const struct part more[2] = {{n, 1, 2}, {.b = n, .a = 3}};
  const int numbers[3] = {n, n + 1, 2};
  const struct part copied = variable;
  const struct part returned = make(n);
  const struct {
    struct part part;
    int n;
  } around = {variable, n};
  assert(sum(&first) == n + 'x' + n + 1 && numbers[1] == n + 1 && more[1].b == n);
  assert(sum(&copied) == n + 4 && sum(&returned) == n + 'y' + 2 && sum(&around.part) == n + 4);
#ifdef STRUCTURE
  set(&first);
#endif
#ifdef INNER
  *(int *)&more[1].a = 5; //~[inner] pointer.constant
#endif
#ifdef ARRAY
  *(int *)&numbers[n % 3] = 5; //~[array] pointer.constant
#endif
#ifdef COPIED
  set(&copied);
#endif
#ifdef RETURNED
  set(&returned);
#endif
  for (int i = 0; i < 3; i++) {
    const struct part again = {i, 'z', n};
    assert(sum(&again) == i + 'z' + n);
#ifdef LOOP
    if (i == 2)
      set(&again);
#endif
  }
  return 0;
}
