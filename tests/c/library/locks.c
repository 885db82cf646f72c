//! Mutexes are locked once, unlocked by their holder and nested only where they may be.
//@ revisions: good twice unlocked
//@[twice] flags: -DTWICE
//@[unlocked] flags: -DUNLOCKED
//@[good] verdict: safe
//@[twice] verdict: unsafe
//@[unlocked] verdict: unsafe
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_t nested;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&nested, &attributes);
  assert(pthread_mutex_lock(&nested) == 0 && pthread_mutex_lock(&nested) == 0);
  pthread_mutex_unlock(&nested);
  pthread_mutex_unlock(&nested);
  pthread_mutex_destroy(&nested);
  pthread_mutex_lock(&plain);
  assert(pthread_mutex_trylock(&plain) != 0);
#ifdef TWICE
  pthread_mutex_lock(&plain); //~[twice] library-call
#endif
  pthread_mutex_unlock(&plain);
#ifdef UNLOCKED
  pthread_mutex_unlock(&plain); //~[unlocked] library-call
#endif
  return 0;
}
