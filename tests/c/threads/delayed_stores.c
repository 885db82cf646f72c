//! What drains a buffer and what does not, and memory of all kinds under models that delay stores.
//@ revisions: lock joined created exits scope heap freed message pointer pointer_release copies once spinning rmw loop loop_pso refused
//@ flags: --no-memory-leak-check
//@[lock] flags: --mm pso -DLOCK
//@[lock] verdict: safe
//@[lock] contains: note: threads: all interleavings, partial store order
//@[joined] flags: --mm pso -DJOINED
//@[joined] verdict: safe
//@[created] flags: --mm pso -DCREATED
//@[created] verdict: safe
//@[exits] flags: --mm pso -DEXITS
//@[exits] verdict: safe
//@[scope] flags: --mm tso -DSCOPE
//@[scope] verdict: unsafe
//@[heap] flags: --mm tso -DHEAP
//@[heap] verdict: unsafe
//@[freed] flags: --mm pso -DFREED
//@[freed] verdict: unsafe
//@[message] flags: --mm tso -DMESSAGE
//@[message] verdict: safe
//@[pointer] flags: --mm pso -DPOINTER
//@[pointer] verdict: unsafe
//@[pointer_release] flags: --mm pso -DPOINTER -DORDER=memory_order_release
//@[pointer_release] verdict: safe
//@[copies] flags: --mm pso -DCOPIES
//@[copies] verdict: unsafe
//@[once] flags: --mm pso -DONCE
//@[once] verdict: safe
//@[spinning] flags: --mm pso -DSPINNING
//@[spinning] verdict: safe
//@[rmw] flags: --mm pso -DRMW
//@[rmw] verdict: safe
//@[loop] flags: --mm tso -DLOOP
//@[loop] verdict: safe
//@[loop_pso] flags: --mm pso -DLOOP
//@[loop_pso] verdict: unsafe
//@[refused] flags: --mm tso --context-bound 2
//@[refused] verdict: error
//@[refused] contains: cannot be used with --mm tso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

int x, y, a, b;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag;

#if defined LOCK
// What is written under a lock is seen under it.
static void *other(void *p) {
  pthread_mutex_lock(&mutex);
  x = 1;
  y = 1;
  pthread_mutex_unlock(&mutex);
  return p;
}
static void here(void) {
  pthread_mutex_lock(&mutex);
  assert(x == y);
  pthread_mutex_unlock(&mutex);
}
#define AFTER (x == 1)
#elif defined JOINED
static void *other(void *p) {
  x = 1;
  y = 2;
  return p;
}
static void here(void) {}
#define AFTER (x == 1 && y == 2)
#elif defined CREATED
static void *last(void *p) {
  assert(x == 1 && y == 1);
  return p;
}
static void *other(void *p) {
  pthread_t t;
  y = 1;
  pthread_create(&t, NULL, last, NULL);
  pthread_join(t, NULL);
  return p;
}
static void here(void) {}
#define AFTER 1
#define BEFORE x = 1
#elif defined EXITS
static void *other(void *p) {
  x = 1;
  pthread_exit(p);
}
static void here(void) {}
#define AFTER (x == 1)
#elif defined SCOPE
// The end of a variable's life drains nothing.
static void touch(int *p) { *p = 1; }
static void *other(void *p) {
  x = 1;
  {
    int local;
    touch(&local);
  }
  a = y;
  return p;
}
static void here(void) {
  y = 1;
  {
    int local;
    touch(&local);
  }
  b = x;
}
#define AFTER (a == 1 || b == 1)
#elif defined HEAP
// Nor do allocation and release.
static void *other(void *p) {
  x = 1;
  free(malloc(4));
  a = y;
  return p;
}
static void here(void) {
  y = 1;
  free(malloc(4));
  b = x;
}
#define AFTER (a == 1 || b == 1)
#elif defined FREED
// A store to an object that is released reaches nobody, and the object is gone for others.
static int *shared;
static void *other(void *p) {
  *shared = 2;
  free(shared);
  return p;
}
static void here(void) { a = *shared; } //~[freed] pointer.freed
#define BEFORE shared = calloc(1, sizeof *shared); __VERIFIER_assume(shared != 0)
#define AFTER 1
void __VERIFIER_assume(int);
#elif defined MESSAGE
static void *other(void *p) {
  x = 1;
  y = 1;
  return p;
}
static void here(void) {
  if (y == 1)
    assert(x == 1);
}
#define AFTER 1
#elif defined POINTER
static int value;
static _Atomic(int *) published;
static void *other(void *p) {
  value = 7;
  atomic_store_explicit(&published, &value, ORDER);
  return p;
}
static void here(void) {
  int *seen = atomic_load_explicit(&published, memory_order_acquire);
  if (seen)
    assert(*seen == 7); //~[pointer] assertion
}
#define AFTER 1
#elif defined COPIES
// Copies are stores like others.
static int from[2] = {1, 2}, to[2];
static void *other(void *p) {
  memcpy(to, from, sizeof to);
  y = 1;
  return p;
}
static void here(void) {
  if (y == 1)
    assert(to[1] == 2); //~[copies] assertion
}
#define AFTER (to[0] == 1 && to[1] == 2)
#elif defined ONCE
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) {
  x = 1;
  y = 1;
}
static void *other(void *p) {
  pthread_once(&once, init);
  return p;
}
static void here(void) {
  pthread_once(&once, init);
  assert(x == 1 && y == 1);
}
#define AFTER 1
#elif defined SPINNING
// A loop that waits for a store of another thread.
static void *other(void *p) {
  x = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return p;
}
static void here(void) {
  while (!flag)
    ;
  assert(x == 1);
}
#define AFTER 1
#elif defined RMW
static atomic_int counter;
static void *other(void *p) {
  x = 1;
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return p;
}
static void here(void) {
  if (atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed) == 1)
    assert(x == 1);
}
#define AFTER (counter == 2)
#elif defined LOOP
// Elements that a loop writes; their indices are known.
static int places[3];
static void *other(void *p) {
  for (int i = 0; i < 3; i++)
    places[i] = 1;
  return p;
}
static void here(void) {
  if (places[2])
    assert(places[0]); //~[loop_pso] assertion
}
#define AFTER 1
#else
static void *other(void *p) { return p; }
static void here(void) {}
#define AFTER 1
#endif

int main(void) {
  pthread_t t;
#ifdef BEFORE
  BEFORE;
#endif
  pthread_create(&t, NULL, other, NULL);
  here();
  pthread_join(t, NULL);
  assert(AFTER); //~[scope] assertion //~[heap] assertion
  return 0;
}
