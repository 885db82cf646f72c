//! Locks that are used in ways that POSIX leaves undefined, in programs with several threads.
//@ revisions: other held destroyed used waits unlocked errorcheck reader nobody spin overflow right
//@ flags: --no-memory-leak-check --no-simulation --incremental-bmc
//@[other] flags: -DOTHER
//@[held] flags: -DHELD
//@[destroyed] flags: -DDESTROYED
//@[used] flags: -DUSED
//@[waits] flags: -DWAITS
//@[unlocked] flags: -DUNLOCKED
//@[errorcheck] flags: -DERRORCHECK
//@[reader] flags: -DREADER
//@[nobody] flags: -DNOBODY
//@[spin] flags: -DSPIN
//@[overflow] flags: -DOVERFLOW
//@[other] verdict: unsafe
//@[held] verdict: unsafe
//@[destroyed] verdict: unsafe
//@[used] verdict: unsafe
//@[waits] verdict: unsafe
//@[unlocked] verdict: unsafe
//@[errorcheck] verdict: safe
//@[reader] verdict: unsafe
//@[nobody] verdict: unsafe
//@[spin] verdict: unsafe
//@[overflow] verdict: safe
//@[right] verdict: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
sem_t semaphore;

static void *works(void *unused) {
#if defined OTHER || defined ERRORCHECK
  int result = pthread_mutex_unlock(&mutex); //~[other] library-call
  assert(result == EPERM);
#elif defined HELD
  pthread_mutex_lock(&mutex);
#elif defined DESTROYED || defined USED
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#elif defined WAITS
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex); //~[waits] library-call
#elif defined UNLOCKED
  pthread_mutex_unlock(&mutex); //~[unlocked] library-call
#elif defined READER
  pthread_rwlock_unlock(&rwlock); //~[reader] library-call
#elif defined NOBODY
  pthread_rwlock_unlock(&rwlock); //~[nobody] library-call
#elif defined SPIN
  pthread_spin_unlock(&spin); //~[spin] library-call
#else
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
#ifdef ERRORCHECK
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
#endif
#if defined OTHER || defined ERRORCHECK
  pthread_mutex_lock(&mutex);
#endif
#ifdef READER
  pthread_rwlock_wrlock(&rwlock);
#endif
#ifdef SPIN
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
#endif
#ifdef OVERFLOW
  sem_init(&semaphore, 0, SEM_VALUE_MAX);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
#endif
  pthread_create(&thread, NULL, works, NULL);
#if defined HELD || defined DESTROYED
  pthread_mutex_destroy(&mutex); //~[held] library-call //~[destroyed] library-call
#endif
#ifdef USED
  if (pthread_mutex_trylock(&mutex) == 0) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_destroy(&mutex); //~[used] library-call
  }
#endif
  pthread_join(thread, NULL);
  return 0;
}
