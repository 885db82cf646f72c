//! Locks that count are still held behind one unlock, also if they were acquired again by trying; and a thread that
//! joins itself waits for ever.
//@ revisions: recursive readers released itself other
//@ flags: --no-memory-leak-check --property no-deadlock
//@[recursive] flags: -DRECURSIVE
//@[readers] flags: -DREADERS
//@[released] flags: -DRECURSIVE -DRELEASED
//@[itself] flags: -DITSELF
//@[itself] unseen: glibc refuses to let a thread wait for its own end
//@[recursive] verdict: unsafe
//@[readers] verdict: unsafe
//@[released] verdict: safe
//@[itself] verdict: unsafe
//@[other] verdict: safe
#include <pthread.h>

pthread_mutex_t mutex;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *counts(void *unused) {
#if defined RECURSIVE
  pthread_mutex_lock(&mutex); //~[recursive] deadlock
  pthread_mutex_trylock(&mutex);
#ifdef RELEASED
  pthread_mutex_unlock(&mutex);
#endif
  pthread_mutex_unlock(&mutex);
#elif defined READERS
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_tryrdlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  return NULL;
}

static void *writes(void *unused) {
#if defined READERS
  pthread_rwlock_wrlock(&lock); //~[readers] deadlock
  pthread_rwlock_unlock(&lock);
#elif defined RECURSIVE
  return counts(unused);
#endif
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_t first, second;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&first, NULL, counts, NULL);
  pthread_create(&second, NULL, writes, NULL);
#ifdef ITSELF
  first = pthread_self();
#endif
  pthread_join(first, NULL); //~[itself] deadlock
  pthread_join(second, NULL);
  return 0;
}
