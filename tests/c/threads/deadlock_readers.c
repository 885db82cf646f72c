//! A writer waits for every reader: one that never goes blocks it, whenever that one came.
//@ revisions: first again upgraded leaves
//@ flags: --no-memory-leak-check --property no-deadlock
//@[first] flags: -DFIRST
//@[again] flags: -DAGAIN
//@[upgraded] flags: -DUPGRADED
//@[leaves] flags: -DLEAVES
//@[first] verdict: unsafe
//@[again] verdict: unsafe
//@[upgraded] verdict: unsafe
//@[leaves] verdict: safe
#include <pthread.h>
#include <semaphore.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
sem_t came, other_came;
volatile int running;

// Comes before the other reader, and waits for the writer, or itself, when that one has come.
static void *first(void *unused) {
  pthread_rwlock_rdlock(&lock);
#ifdef AGAIN
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  sem_post(&came);
  sem_wait(&other_came);
#ifdef UPGRADED
  pthread_rwlock_wrlock(&lock); //~[upgraded] deadlock
#endif
#ifdef LEAVES
  pthread_rwlock_unlock(&lock);
#endif
  pthread_mutex_lock(&mutex); //~[first] deadlock //~[again] deadlock
  pthread_mutex_unlock(&mutex);
#ifndef LEAVES
  pthread_rwlock_unlock(&lock);
#endif
  return NULL;
}

static void *second(void *unused) {
  sem_wait(&came);
  pthread_rwlock_rdlock(&lock);
  sem_post(&other_came);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *writes(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&came, 0, 0);
  sem_init(&other_came, 0, 0);
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, writes, NULL);
  for (;;)
    running = !running;
}
