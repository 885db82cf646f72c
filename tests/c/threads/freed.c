//! Memory that one thread releases while another one uses it.
//@ revisions: use twice joined returned
//@ flags: --no-simulation --no-memory-leak-check
//@[use] verdict: unsafe
//@[twice] flags: -DTWICE
//@[twice] verdict: unsafe
//@[joined] flags: -DJOINED
//@[joined] verdict: safe
//@[returned] flags: -DRETURNED
//@[returned] verdict: unsafe
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int *shared;
sem_t returned;

static void *uses(void *unused) {
#ifdef RETURNED
  sem_wait(&returned); // the compiled program has no other order of its own
#endif
#ifdef TWICE
  free(shared);
#else
  *shared = 1; //~[use] pointer.freed //~[returned] pointer.expired
#endif
  return NULL;
}

static void starts(pthread_t *thread) {
  int local = 0;
  shared = &local;
  pthread_create(thread, NULL, uses, NULL);
}

int main(void) {
  pthread_t thread;
#ifdef RETURNED
  sem_init(&returned, 0, 0);
  starts(&thread);
  sem_post(&returned);
  pthread_join(thread, NULL);
#else
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  pthread_create(&thread, NULL, uses, NULL);
#ifdef JOINED
  pthread_join(thread, NULL);
#endif
  free(shared); //~[twice] free.double
#endif
  return 0;
}
