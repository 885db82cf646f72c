//! R: a store is overwritten by one that another thread made after loading what came before it.
//@ revisions: sc tso pso tso_fence pso_fence pso_fences
//@ flags: --no-memory-leak-check
//@[sc] flags: --mm sc
//@[sc] verdict: safe
//@[tso] flags: --mm tso
//@[tso] verdict: unsafe
//@[pso] flags: --mm pso
//@[pso] verdict: unsafe
//@[tso_fence] flags: --mm tso -DFENCE
//@[tso_fence] verdict: safe
//@[pso_fence] flags: --mm pso -DFENCE
//@[pso_fence] verdict: unsafe
//@[pso_fences] flags: --mm pso -DFENCE -DFENCES
//@[pso_fences] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCE
#define F atomic_thread_fence(memory_order_seq_cst)
#else
#define F (void)0
#endif

#ifdef FENCES
#define G F
#else
#define G (void)0
#endif

int x, y, a;

static void *one(void *p) {
  x = 1;
  G;
  y = 1;
  return p;
}

static void *two(void *p) {
  y = 2;
  F;
  a = x;
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(y == 2 && a == 0)); //~[tso] assertion //~[pso] assertion //~[pso_fence] assertion
  return 0;
}
