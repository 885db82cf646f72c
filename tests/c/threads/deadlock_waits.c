//! Who waits for ever, and who does not: semaphores, barriers, read-write locks, joins, ends of threads.
//@ revisions: semaphore posted barrier full rwlock readers itself exits outlived alone spins assumed signal
//@ flags: --no-simulation --no-memory-leak-check --deadlock-check
//@[semaphore] flags: -DSEMAPHORE
//@[posted] flags: -DSEMAPHORE -DPOSTED
//@[barrier] flags: -DBARRIER=3
//@[full] flags: -DBARRIER=2
//@[rwlock] flags: -DRWLOCK
//@[readers] flags: -DRWLOCK -DREADERS
//@[itself] flags: -DITSELF --no-library-check
//@[itself] unseen: glibc refuses to let a thread wait for its own end
//@[exits] flags: -DEXITS
//@[outlived] flags: -DOUTLIVED
//@[alone] flags: -DALONE --no-library-check
//@[spins] flags: -DSPINS
//@[assumed] flags: -DASSUMED
//@[signal] flags: -DSIGNAL
//@[semaphore] verdict: unsafe
//@[posted] verdict: safe
//@[barrier] verdict: unsafe
//@[full] verdict: safe
//@[rwlock] verdict: unsafe
//@[readers] verdict: safe
//@[itself] verdict: unsafe
//@[exits] verdict: unsafe
//@[outlived] verdict: safe
//@[alone] verdict: unsafe
//@[spins] verdict: safe
//@[assumed] verdict: safe
//@[signal] verdict: unsafe
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_assume(int);

sem_t semaphore;
pthread_barrier_t barrier;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
volatile int set;

static void *works(void *unused) {
#if defined SEMAPHORE
  sem_wait(&semaphore); //~[semaphore] deadlock
#elif defined BARRIER
  pthread_barrier_wait(&barrier); //~[barrier] deadlock
#elif defined RWLOCK && defined READERS
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
#elif defined RWLOCK
  pthread_rwlock_wrlock(&rwlock); //~[rwlock] deadlock
  pthread_rwlock_unlock(&rwlock);
#elif defined ITSELF
  pthread_join(pthread_self(), NULL); //~[itself] deadlock
#elif defined EXITS || defined OUTLIVED
  pthread_mutex_lock(&mutex); //~[exits] deadlock
#elif defined SPINS
  while (!set)
    ;
#elif defined SIGNAL
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex); //~[signal] deadlock
  pthread_mutex_unlock(&mutex);
#elif defined ASSUMED
  __VERIFIER_assume(set);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
#ifdef BARRIER
  pthread_barrier_init(&barrier, NULL, BARRIER);
#endif
#if defined EXITS || defined OUTLIVED || defined ALONE
  pthread_mutex_lock(&mutex);
#endif
#ifdef ALONE
  pthread_mutex_lock(&mutex); //~[alone] deadlock
  return 0;
#endif
#ifdef RWLOCK
  pthread_rwlock_rdlock(&rwlock);
#endif
  pthread_create(&thread, NULL, works, NULL);
#ifdef POSTED
  sem_post(&semaphore);
#endif
#ifdef BARRIER
  pthread_barrier_wait(&barrier);
#endif
#ifdef EXITS
  pthread_exit(NULL);
#endif
#ifdef OUTLIVED
  return 0;
#endif
  pthread_join(thread, NULL);
  return 0;
}
