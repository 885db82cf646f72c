//! Peterson's algorithm excludes no one from the critical section where stores are delayed, unless there are
//! fences: one under total store order, one behind every store under partial store order.
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

int flag0, flag1, turn, inside;

static void critical(void) {
  inside++;
  assert(inside == 1); //~[tso] assertion //~[pso] assertion //~[pso_fence] assertion
  inside--;
}

static void *one(void *p) {
  flag0 = 1;
  G;
  turn = 1;
  F;
  while (flag1 && turn == 1)
    ;
  critical();
  G;
  flag0 = 0;
  return p;
}

static void *two(void *p) {
  flag1 = 1;
  G;
  turn = 0;
  F;
  while (flag0 && turn == 0)
    ;
  critical();
  G;
  flag1 = 0;
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
