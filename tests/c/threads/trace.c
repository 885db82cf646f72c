//! What a person sees of an execution of several threads: columns, locks, both accesses of a race with
//! their call paths, and the cycle of a deadlock.
//@ revisions: lost race deadlock many
//@ flags: --no-memory-leak-check --no-library-check --no-simulation --incremental-bmc
//@[lost] verdict: unsafe
//@[lost] contains: thread 0 (main)
//@[lost] contains: |               thread 1 (adds, created at trace.c:58)
//@[lost] contains: |               |               thread 2 (adds, created at trace.c:59)
//@[lost] contains: |               lock(&list.lock)  holds &list.lock
//@[race] flags: -DRACE --property no-data-race
//@[race] verdict: unsafe
//@[race] contains: s list.length (4 bytes), in adds -> push, holds no lock
//@[race] contains: note: conflicts with
//@[deadlock] flags: -DDEADLOCK --deadlock-check --no-assertions
//@[deadlock] verdict: unsafe
//@[deadlock] contains: note: thread 1 holds &list.lock (locked at tests/c/threads/trace.c:37:3) and waits for &list.other, held by thread 2, in adds -> push
//@[deadlock] contains: note: thread 2 holds &list.other (locked at tests/c/threads/trace.c:37:3) and waits for &list.lock, held by thread 1, in adds -> push
//@[deadlock] contains: note: thread 0 waits for the end of thread 1, in main
//@[many] flags: -DMANY
//@[many] verdict: unsafe
//@[many] contains: thread 7 (adds, created at trace.c:63)
//@[many] contains: thread 7  lock(&list.lock)  holds &list.lock
#include <assert.h>
#include <pthread.h>

struct {
  int length;
  pthread_mutex_t lock, other;
} list = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void push(int by) {
#if defined RACE
  list.length += by; //~[race] data-race
#elif defined DEADLOCK
  pthread_mutex_t *first = by == 1 ? &list.lock : &list.other;
  pthread_mutex_t *second = by == 1 ? &list.other : &list.lock;
  pthread_mutex_lock(first);
  pthread_mutex_lock(second); //~[deadlock] deadlock
  list.length++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
#else
  int length = list.length;
  length += by;
  pthread_mutex_lock(&list.lock);
  list.length = length;
  pthread_mutex_unlock(&list.lock);
#endif
}

static void *adds(void *by) {
  push((int)(long)by);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adds, (void *)1);
  pthread_create(&b, NULL, adds, (void *)2);
#ifdef MANY
  pthread_t more[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&more[i], NULL, adds, (void *)3);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(list.length >= 3); //~[lost] assertion //~[many] assertion
  return 0;
}
