//! Store buffering: a load overtakes an earlier store to another place, unless something drains the buffer.
//@ revisions: sc tso pso tso_fence pso_fence tso_sync tso_asm tso_one tso_rmw pso_atomic tso_release tso_relaxed sc_relaxed tso_acquire tso_lock
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
//@[pso_fence] verdict: safe
//@[tso_sync] flags: --mm tso -DSYNC
//@[tso_sync] verdict: safe
//@[tso_asm] flags: --mm tso -DASM
//@[tso_asm] verdict: safe
//@[tso_one] flags: --mm tso -DONE
//@[tso_one] verdict: unsafe
//@[tso_rmw] flags: --mm tso -DRMW
//@[tso_rmw] verdict: safe
//@[pso_atomic] flags: --mm pso -DATOMIC=memory_order_seq_cst
//@[pso_atomic] verdict: safe
//@[tso_release] flags: --mm tso -DATOMIC=memory_order_release
//@[tso_release] verdict: unsafe
//@[tso_relaxed] flags: --mm tso -DATOMIC=memory_order_relaxed
//@[tso_relaxed] verdict: unsafe
//@[sc_relaxed] flags: --mm sc -DATOMIC=memory_order_relaxed
//@[sc_relaxed] verdict: safe
//@[tso_acquire] flags: --mm tso -DACQUIRE
//@[tso_acquire] verdict: unsafe
//@[tso_lock] flags: --mm tso -DLOCK
//@[tso_lock] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined FENCE
#define F atomic_thread_fence(memory_order_seq_cst)
#define G F
#elif defined SYNC
#define F __sync_synchronize()
#define G F
#elif defined ASM
#define F __asm__ __volatile__("mfence" ::: "memory")
#define G F
#elif defined ONE
#define F atomic_thread_fence(memory_order_seq_cst)
#define G (void)0
#elif defined ACQUIRE
#define F atomic_thread_fence(memory_order_acq_rel)
#define G F
#elif defined RMW
atomic_int other;
#define F atomic_fetch_add(&other, 1)
#define G F
#elif defined LOCK
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define F (pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex))
#define G F
#else
#define F (void)0
#define G F
#endif

#ifdef ATOMIC
atomic_int x, y;
#define STORE(to) atomic_store_explicit(&to, 1, ATOMIC)
#define LOAD(from) atomic_load_explicit(&from, memory_order_acquire)
#else
int x, y;
#define STORE(to) (to = 1)
#define LOAD(from) from
#endif
int a, b;

static void *one(void *p) {
  STORE(x);
  F;
  a = LOAD(y);
  return p;
}

static void *two(void *p) {
  STORE(y);
  G;
  b = LOAD(x);
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(a == 0 && b == 0)); //~[tso] assertion //~[pso] assertion //~[tso_one] assertion //~[tso_release] assertion //~[tso_relaxed] assertion //~[tso_acquire] assertion
  return 0;
}
