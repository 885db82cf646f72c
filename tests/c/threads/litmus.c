//! Litmus tests: with one order of all accesses, the outcomes that only weaker memories have are
//! impossible, and the others are possible.
//@ revisions: sb mp lb corr iriw ww sb_seen mp_seen lb_seen
//@ flags: --no-simulation --no-memory-leak-check
//@[sb] flags: -DSB
//@[sb] verdict: safe
//@[mp] flags: -DMP
//@[mp] verdict: safe
//@[lb] flags: -DLB
//@[lb] verdict: safe
//@[corr] flags: -DCORR
//@[corr] verdict: safe
//@[iriw] flags: -DIRIW
//@[iriw] verdict: safe
//@[ww] flags: -DWW
//@[ww] verdict: safe
//@[sb_seen] flags: -DSB -DSEEN
//@[sb_seen] verdict: unsafe
//@[mp_seen] flags: -DMP -DSEEN
//@[mp_seen] verdict: unsafe
//@[lb_seen] flags: -DLB -DSEEN
//@[lb_seen] verdict: unsafe
#include <assert.h>
#include <pthread.h>

int x, y, a, b, c, d;

#if defined SB
static void *one(void *p) { x = 1; a = y; return p; }
static void *two(void *p) { y = 1; b = x; return p; }
#define FORBIDDEN (a == 0 && b == 0)
#define POSSIBLE (a == 1 && b == 1)
#elif defined MP
static void *one(void *p) { x = 1; y = 1; return p; }
static void *two(void *p) { a = y; b = x; return p; }
#define FORBIDDEN (a == 1 && b == 0)
#define POSSIBLE (a == 0 && b == 1)
#elif defined LB
static void *one(void *p) { a = x; y = 1; return p; }
static void *two(void *p) { b = y; x = 1; return p; }
#define FORBIDDEN (a == 1 && b == 1)
#define POSSIBLE (a == 0 && b == 1)
#elif defined CORR
static void *one(void *p) { x = 1; x = 2; return p; }
static void *two(void *p) { a = x; b = x; return p; }
#define FORBIDDEN (a == 2 && b == 1)
#elif defined WW
static void *one(void *p) { x = 1; y = 2; return p; }
static void *two(void *p) { y = 1; x = 2; return p; }
#define FORBIDDEN (x == 1 && y == 1)
#else
static void *one(void *p) { x = 1; return p; }
static void *two(void *p) { y = 1; return p; }
static void *three(void *p) { a = x; b = y; return p; }
static void *four(void *p) { c = y; d = x; return p; }
#define FORBIDDEN (a == 1 && b == 0 && c == 1 && d == 0)
#endif

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
#ifdef IRIW
  pthread_create(&t[2], NULL, three, NULL);
  pthread_create(&t[3], NULL, four, NULL);
  pthread_join(t[2], NULL);
  pthread_join(t[3], NULL);
#endif
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
#ifdef SEEN
  assert(!(POSSIBLE)); //~[sb_seen] assertion //~[mp_seen] assertion //~[lb_seen] assertion
#else
  assert(!(FORBIDDEN));
#endif
  return 0;
}
