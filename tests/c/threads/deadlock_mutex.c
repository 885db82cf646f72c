//! Two threads that take two mutexes in different orders block each other.
//@ revisions: bad good guarded main property
//@ flags: --no-simulation --no-memory-leak-check --deadlock-check
//@[bad] flags: -DBAD
//@[guarded] flags: -DBAD -DGUARDED
//@[main] flags: -DBAD -DMAIN
//@[property] flags: -DBAD --property no-deadlock
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[guarded] verdict: safe
//@[main] verdict: unsafe
//@[property] verdict: unsafe
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void enter(void) {
#ifdef GUARDED
  pthread_mutex_lock(&gate);
#endif
}

static void leave(void) {
#ifdef GUARDED
  pthread_mutex_unlock(&gate);
#endif
}

static void *forwards(void *unused) {
  enter();
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second); //~[main] deadlock //~[property] deadlock
  shared++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  leave();
  return NULL;
}

static void *backwards(void *unused) {
  enter();
#ifdef BAD
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first); //~[bad] deadlock
#else
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
#endif
  shared++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  leave();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forwards, NULL);
#ifdef MAIN
  backwards(NULL);
#else
  pthread_create(&b, NULL, backwards, NULL);
  pthread_join(b, NULL);
#endif
  pthread_join(a, NULL);
  return 0;
}
