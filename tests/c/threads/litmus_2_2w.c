//! Two times two stores: only under partial store order can each thread have the first word on one place.
//@ revisions: sc tso pso pso_fence
//@ flags: --no-memory-leak-check
//@[sc] flags: --mm sc
//@[sc] verdict: safe
//@[tso] flags: --mm tso
//@[tso] verdict: safe
//@[pso] flags: --mm pso
//@[pso] verdict: unsafe
//@[pso_fence] flags: --mm pso -DFENCE
//@[pso_fence] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCE
#define F atomic_thread_fence(memory_order_seq_cst)
#else
#define F (void)0
#endif

int x, y;

static void *one(void *p) {
  x = 1;
  F;
  y = 2;
  return p;
}

static void *two(void *p) {
  y = 1;
  F;
  x = 2;
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(x == 1 && y == 1)); //~[pso] assertion
  return 0;
}
