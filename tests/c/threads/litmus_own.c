//! A thread sees its own stores before others do (n6, and store buffering where each thread loads its own
//! store first). Where its buffer is drained, it does not.
//@ revisions: sc_n6 tso_n6 pso_n6 tso_n6_fence sc_sb tso_sb pso_sb pso_sb_fence
//@ flags: --no-memory-leak-check
//@[sc_n6] flags: --mm sc -DN6
//@[sc_n6] verdict: safe
//@[tso_n6] flags: --mm tso -DN6
//@[tso_n6] verdict: unsafe
//@[pso_n6] flags: --mm pso -DN6
//@[pso_n6] verdict: unsafe
//@[tso_n6_fence] flags: --mm tso -DN6 -DFENCE
//@[tso_n6_fence] verdict: safe
//@[sc_sb] flags: --mm sc
//@[sc_sb] verdict: safe
//@[tso_sb] flags: --mm tso
//@[tso_sb] verdict: unsafe
//@[pso_sb] flags: --mm pso
//@[pso_sb] verdict: unsafe
//@[pso_sb_fence] flags: --mm pso -DFENCE
//@[pso_sb_fence] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCE
#define F atomic_thread_fence(memory_order_seq_cst)
#else
#define F (void)0
#endif

int x, y, a, b, c, d;

#ifdef N6
static void *one(void *p) {
  x = 1;
  F;
  a = x;
  b = y;
  return p;
}

static void *two(void *p) {
  y = 2;
  x = 2;
  return p;
}
#define WEAK (a == 1 && b == 0 && x == 1)
#else
static void *one(void *p) {
  x = 1;
  F;
  a = x;
  b = y;
  return p;
}

static void *two(void *p) {
  y = 1;
  F;
  c = y;
  d = x;
  return p;
}
#define WEAK (a == 1 && b == 0 && c == 1 && d == 0)
#endif

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(WEAK)); //~[tso_n6] assertion //~[pso_n6] assertion //~[tso_sb] assertion //~[pso_sb] assertion
  return 0;
}
