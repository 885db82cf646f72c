//! Semaphores, conditions, barriers, read-write locks and functions that run once.
//@ revisions: semaphore condition once rwlock barrier wrong
//@ flags: --no-simulation --no-memory-leak-check
//@[semaphore] flags: -DSEMAPHORE
//@[semaphore] verdict: safe
//@[condition] flags: -DCONDITION
//@[condition] verdict: safe
//@[once] flags: -DONCE
//@[once] verdict: safe
//@[rwlock] flags: -DRWLOCK
//@[rwlock] verdict: safe
//@[barrier] flags: -DBARRIER
//@[barrier] verdict: safe
//@[wrong] flags: -DWRONG
//@[wrong] verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int data, ready;
sem_t semaphore;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;

static void initialise(void) { data++; }

static void *works(void *unused) {
#if defined SEMAPHORE || defined WRONG
  data = 1;
  sem_post(&semaphore);
#elif defined CONDITION
  pthread_mutex_lock(&mutex);
  data = 1;
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
#elif defined ONCE
  pthread_once(&once, initialise);
  assert(data == 1);
#elif defined RWLOCK
  pthread_rwlock_wrlock(&rwlock);
  data = 1;
  data = 2;
  pthread_rwlock_unlock(&rwlock);
#else
  data = 1;
  pthread_barrier_wait(&barrier);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, works, NULL);
#if defined SEMAPHORE
  sem_wait(&semaphore);
  assert(data == 1);
#elif defined WRONG
  data = 2;
  sem_wait(&semaphore);
  assert(data == 1); //~[wrong] assertion
#elif defined CONDITION
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  assert(data == 1);
  pthread_mutex_unlock(&mutex);
#elif defined ONCE
  pthread_once(&once, initialise);
  assert(data == 1);
#elif defined RWLOCK
  pthread_rwlock_rdlock(&rwlock);
  assert(data != 1);
  pthread_rwlock_unlock(&rwlock);
#else
  pthread_barrier_wait(&barrier);
  assert(data == 1);
#endif
  return 0;
}
