//! Signals that are missed, and signals that come.
//@ revisions: missed awaited one all each timed other
//@ flags: --no-memory-leak-check --property no-deadlock
//@[missed] flags: -DMISSED
//@[missed] verdict: unsafe
//@[missed] unseen: a signal that nobody waits for is not enforced
//@[awaited] verdict: safe
//@[one] flags: -DTWO
//@[one] verdict: unsafe
//@[one] unseen: a signal that nobody waits for is not enforced
//@[all] flags: -DTWO -DBROADCAST
//@[all] verdict: safe
//@[each] flags: -DTWO -DEACH
//@[each] verdict: safe
//@[timed] flags: -DMISSED -DTIMED
//@[timed] verdict: safe
//@[other] flags: -DMISSED -DTIMED -DNO_TIME
//@[other] verdict: unsafe
//@[other] unseen: a signal that nobody waits for is not enforced
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

static void *waits(void *unused) {
  struct timespec time = {0, 0};
  pthread_mutex_lock(&mutex);
#ifdef MISSED
#if defined TIMED && !defined NO_TIME
  pthread_cond_timedwait(&condition, &mutex, &time);
#else
  pthread_cond_wait(&condition, &mutex); //~[missed] deadlock //~[other] deadlock
#endif
#else
  while (!ready)
    pthread_cond_wait(&condition, &mutex); //~[one] deadlock
#endif
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waits, NULL);
#ifdef TWO
  pthread_create(&second, NULL, waits, NULL);
#endif
  pthread_mutex_lock(&mutex);
  ready = 1;
#if defined BROADCAST
  pthread_cond_broadcast(&condition);
#else
  pthread_cond_signal(&condition);
#endif
#ifdef EACH
  pthread_cond_signal(&condition);
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
#ifdef TWO
  pthread_join(second, NULL);
#endif
  return 0;
}
