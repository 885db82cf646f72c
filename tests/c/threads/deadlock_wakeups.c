//! A wait may end without a signal: what comes after it can block threads. A loop around it is complete all the same.
//@ revisions: once loop lost counted two
//@ flags: --no-memory-leak-check --property no-deadlock
//@[once] flags: -DONCE
//@[loop] flags: -DLOOP
//@[lost] flags: -DLOST
//@[counted] flags: -DCOUNTED
//@[two] flags: -DLOOP --deadlock-check --property unreach-call
//@[once] verdict: unsafe
//@[loop] verdict: safe
//@[lost] verdict: unsafe
//@[counted] verdict: safe
//@[two] verdict: safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_t thread;
int ready, begun;
volatile int running;

static void *waits(void *unused) {
  pthread_mutex_lock(&mutex);
#if defined ONCE
  if (!ready)
    pthread_cond_wait(&condition, &mutex);
  if (!ready)
    pthread_mutex_lock(&other);
#elif defined COUNTED
  // Not a loop that only waits.
  while (!ready) {
    begun = 1;
    pthread_cond_wait(&condition, &mutex);
  }
#else
  while (ready != 1)
    pthread_cond_wait(&condition, &mutex);
#endif
  pthread_mutex_unlock(&mutex);
#ifdef LOST
  pthread_mutex_lock(&other); //~[lost] deadlock
  pthread_mutex_unlock(&other);
#endif
  return NULL;
}

#ifdef LOST
static void *joins(void *unused) {
  pthread_mutex_lock(&other);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&other);
  return NULL;
}
#endif

int main(void) {
#ifdef LOST
  // Who waits finds `ready` only if the wait ends by itself in time.
  pthread_t second;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_create(&second, NULL, joins, NULL);
  pthread_mutex_unlock(&mutex);
  for (;;) {
    pthread_mutex_lock(&mutex);
    running = begun;
    ready = !ready;
    pthread_mutex_unlock(&mutex);
  }
#endif
  pthread_create(&thread, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&other); //~[once] deadlock
  assert(ready == 1);
  return 0;
}
