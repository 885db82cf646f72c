//! Atomic accesses do not race with each other, but with plain ones; volatile ones are plain.
//@ revisions: atomic plain load reads section mixed named volatile builtin
//@ flags: --no-simulation --property no-data-race --multi-property
//@[atomic] verdict: safe
//@[plain] flags: -DPLAIN
//@[plain] verdict: unsafe
//@[load] flags: -DLOAD
//@[load] verdict: unsafe
//@[reads] flags: -DREADS
//@[reads] verdict: safe
//@[section] flags: -DSECTION
//@[section] verdict: safe
//@[mixed] flags: -DMIXED
//@[mixed] verdict: unsafe
//@[named] flags: -DNAMED
//@[named] verdict: safe
//@[volatile] flags: -DVOLATILE
//@[volatile] verdict: unsafe
//@[builtin] flags: -DBUILTIN
//@[builtin] verdict: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifdef VOLATILE
volatile int n;
#else
int n;
#endif
atomic_int a;

void __VERIFIER_atomic_add(int by) { n += by; }

static void *worker(void *unused) {
#if defined SECTION || defined MIXED
  __VERIFIER_atomic_begin();
  n++;
  __VERIFIER_atomic_end();
#elif defined NAMED
  __VERIFIER_atomic_add(1);
#elif defined VOLATILE
  n = 1; //~[volatile] data-race
#elif defined BUILTIN
  __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);
#elif defined PLAIN
  __atomic_store_n(&n, 1, __ATOMIC_SEQ_CST);
#elif defined LOAD || defined READS
  __atomic_load_n(&n, __ATOMIC_SEQ_CST);
#else
  a = 1;
  atomic_fetch_add(&a, 2);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
#if defined SECTION
  __VERIFIER_atomic_begin();
  n = 5;
  __VERIFIER_atomic_end();
#elif defined MIXED
  n = 5; //~[mixed] data-race
#elif defined NAMED
  __VERIFIER_atomic_add(2);
#elif defined VOLATILE
  return n; //~[volatile] data-race
#elif defined BUILTIN
  int old = 0;
  __atomic_compare_exchange_n(&n, &old, 3, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  __sync_fetch_and_add(&n, 2);
#elif defined PLAIN
  return n; //~[plain] data-race
#elif defined LOAD
  n = 5; //~[load] data-race
#elif defined READS
  return n;
#else
  return a++;
#endif
  return 0;
}
