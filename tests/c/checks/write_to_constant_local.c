//! Automatic variables that are constant are written by their initialisers only.
//@ revisions: scalar pointer parameter loop array by_memset by_call good
//@[scalar] flags: -DSCALAR
//@[scalar] verdict: unsafe
//@[pointer] flags: -DPOINTER
//@[pointer] verdict: unsafe
//@[parameter] flags: -DPARAMETER
//@[parameter] verdict: unsafe
//@[loop] flags: -DLOOP
//@[loop] verdict: unsafe
//@[array] flags: -DARRAY
//@[array] verdict: unsafe
//@[by_memset] flags: -DMEMSET
//@[by_memset] verdict: unsafe
//@[by_call] flags: -DCALL
//@[by_call] verdict: unsafe
//@[good] verdict: safe
//@ unseen: automatic variables lie in memory that can be written
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
static struct pair make(int x) {
  struct pair p = {x, 2};
  return p;
}
static void set(int *p) {
  *p = 4; //~[by_call] pointer.constant
}
static int change(const int a) {
#ifdef PARAMETER
  *(int *)&a = 5; //~[parameter] pointer.constant
#endif
  return a;
}
static int read(const int *p) { return *p; }
int main(void) {
  int n = __VERIFIER_nondet_int() & 7, sum = 0;
  const int one = n > 3 ? 1 : 1;
  assert(read(&one) == 1);
#ifdef SCALAR
  *(int *)&one = 3; //~[scalar] pointer.constant
#endif
#ifdef POINTER
  int *p = n ? (int *)&one : &n;
  *p = 3; //~[pointer] pointer.constant
#endif
#ifdef CALL
  set((int *)&one);
#endif
  for (int i = 0; i < 3; i++) {
    const int twice = 2 * i;
    sum += read(&twice);
#ifdef LOOP
    if (i == 2)
      *(int *)&twice = 1; //~[loop] pointer.constant
#endif
  }
  const int table[3] = {1, 2, 3};
  sum += read(table);
#ifdef ARRAY
  ((int *)table)[sum & 1] = 3; //~[array] pointer.constant
#endif
#ifdef MEMSET
  memset((void *)table, 0, sizeof table); //~[by_memset] pointer.constant
#endif
  const struct pair made = make(n), copy = made, mixed[2] = {{n, 1}, {2, n}};
  sum = read(&made.a) + read(&copy.b) + read(&mixed[1].b) + change(3);
  const int *const view = &n;
  *(int *)view = 7;
  set(&n);
again:;
  const int late = n;
  if (read(&late) < 7) {
    n++;
    goto again;
  }
  return 0;
}
