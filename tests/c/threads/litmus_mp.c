//! Message passing: the second store overtakes the first under partial store order only, unless they are
//! separated. Pointers and elements of arrays are places like others.
//@ revisions: sc tso pso pso_fence pso_release pso_acquire pso_store pso_relaxed pso_same pso_elements tso_elements pso_at_once
//@ flags: --no-memory-leak-check
//@[sc] flags: --mm sc
//@[sc] verdict: safe
//@[tso] flags: --mm tso
//@[tso] verdict: safe
//@[pso] flags: --mm pso
//@[pso] verdict: unsafe
//@[pso_fence] flags: --mm pso -DFENCE=memory_order_seq_cst
//@[pso_fence] verdict: safe
//@[pso_release] flags: --mm pso -DFENCE=memory_order_release
//@[pso_release] verdict: safe
//@[pso_acquire] flags: --mm pso -DFENCE=memory_order_acquire
//@[pso_acquire] verdict: unsafe
//@[pso_store] flags: --mm pso -DORDER=memory_order_release
//@[pso_store] verdict: safe
//@[pso_relaxed] flags: --mm pso -DORDER=memory_order_relaxed
//@[pso_relaxed] verdict: unsafe
//@[pso_same] flags: --mm pso -DSAME
//@[pso_same] verdict: safe
//@[pso_elements] flags: --mm pso -DELEMENTS
//@[pso_elements] verdict: unsafe
//@[tso_elements] flags: --mm tso -DELEMENTS
//@[tso_elements] verdict: safe
//@[pso_at_once] flags: --mm pso -DAT_ONCE
//@[pso_at_once] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCE
#define F atomic_thread_fence(FENCE)
#else
#define F (void)0
#endif

#if defined ORDER
int x;
atomic_int y;
#define STORE_X (x = 1)
#define STORE_Y atomic_store_explicit(&y, 1, ORDER)
#define LOAD_Y atomic_load_explicit(&y, memory_order_acquire)
#define LOAD_X x
#elif defined SAME
int z;
#define STORE_X (z = 1)
#define STORE_Y (z = 3)
#define LOAD_Y (z >> 1)
#define LOAD_X (z & 1)
#elif defined ELEMENTS
int places[4], at = 1;
#define STORE_X (places[at] = 1)
#define STORE_Y (places[at + 1] = 1)
#define LOAD_Y (places[at + 1])
#define LOAD_X (places[at])
#elif defined AT_ONCE
struct pair { int x, y; } both;
static const struct pair ones = {1, 1};
#define STORE_X (both = ones)
#define STORE_Y (void)0
#define LOAD_Y both.y
#define LOAD_X both.x
#else
int x, y;
#define STORE_X (x = 1)
#define STORE_Y (y = 1)
#define LOAD_Y y
#define LOAD_X x
#endif
int a, b;

static void *one(void *p) {
  STORE_X;
  F;
  STORE_Y;
  return p;
}

static void *two(void *p) {
  a = LOAD_Y;
  b = LOAD_X;
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(a == 1 && b == 0)); //~[pso] assertion //~[pso_acquire] assertion //~[pso_relaxed] assertion //~[pso_elements] assertion
  return 0;
}
