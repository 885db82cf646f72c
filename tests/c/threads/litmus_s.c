//! S: a store is made after loading what a later one of another thread stored, and still is overwritten.
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

int x, y, a;

static void *one(void *p) {
  x = 2;
  F;
  y = 1;
  return p;
}

static void *two(void *p) {
  a = y;
  x = 1;
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(a == 1 && x == 2)); //~[pso] assertion
  return 0;
}
