//! Locks and waits with a limit of time end without the lock or the signal.
//@ revisions: mutex reader writer free semaphore condition clock attributes
//@ flags: --no-memory-leak-check
//@[mutex] flags: -DMUTEX
//@[mutex] verdict: unsafe
//@[reader] flags: -DREADER
//@[reader] verdict: safe
//@[writer] flags: -DWRITER
//@[writer] verdict: unsafe
//@[free] flags: -DFREE
//@[free] verdict: safe
//@[semaphore] flags: -DSEMAPHORE
//@[semaphore] verdict: unsafe
//@[condition] flags: -DCONDITION
//@[condition] verdict: unsafe
//@[clock] flags: -DCLOCK
//@[clock] verdict: safe
//@[attributes] flags: -DATTRIBUTES
//@[attributes] verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
sem_t semaphore;
struct timespec soon = {1, 0};

static void *works(void *unused) {
#if defined MUTEX
  int result = pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon);
  assert(result == 0); //~[mutex] assertion
#elif defined READER
  int result = pthread_rwlock_timedrdlock(&rwlock, &soon);
  assert(result == 0);
  pthread_rwlock_unlock(&rwlock);
#elif defined WRITER
  int result = pthread_rwlock_timedwrlock(&rwlock, &soon);
  assert(result == 0); //~[writer] assertion
#elif defined FREE
  int result = pthread_rwlock_clockwrlock(&rwlock, CLOCK_REALTIME, &soon);
  assert(result == 0);
  pthread_rwlock_unlock(&rwlock);
#elif defined SEMAPHORE
  int result = sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon);
  assert(result == 0); //~[semaphore] assertion
#elif defined CONDITION
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);
  assert(result == 0); //~[condition] assertion
  pthread_mutex_unlock(&mutex);
#elif defined CLOCK
  assert(pthread_mutex_clocklock(&mutex, 77, &soon) == EINVAL);
#elif defined ATTRIBUTES
  pthread_condattr_t of_condition;
  clockid_t clock;
  pthread_condattr_init(&of_condition);
  assert(pthread_condattr_setclock(&of_condition, CLOCK_MONOTONIC) == 0);
  pthread_condattr_getclock(&of_condition, &clock);
  assert(clock == CLOCK_MONOTONIC);
  pthread_mutexattr_t of_mutex;
  int value;
  pthread_mutexattr_init(&of_mutex);
  pthread_mutexattr_settype(&of_mutex, PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_setprioceiling(&of_mutex, 7) == 0);
  pthread_mutexattr_getprioceiling(&of_mutex, &value);
  assert(value == 7);
  pthread_mutexattr_gettype(&of_mutex, &value);
  assert(value == PTHREAD_MUTEX_RECURSIVE);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
#ifdef MUTEX
  pthread_mutex_lock(&mutex);
#endif
#if defined READER || defined WRITER
  pthread_rwlock_rdlock(&rwlock);
#endif
  pthread_create(&thread, NULL, works, NULL);
  pthread_join(thread, NULL);
  return 0;
}
