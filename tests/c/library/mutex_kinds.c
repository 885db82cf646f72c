//! What the kinds of mutexes answer where a thread locks or unlocks what it may not.
//@ revisions: good count plain
//@[count] flags: -DCOUNT
//@[plain] flags: -DPLAIN
//@[good] verdict: safe
//@[count] verdict: unsafe
//@[plain] verdict: unsafe
//@[plain] unseen: sanitizers let a thread unlock a mutex that it has not locked
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_trylock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  assert(pthread_mutex_unlock(&checked) == EPERM);
  assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
  assert(pthread_mutex_trylock(&checked) == EBUSY && pthread_mutex_unlock(&checked) == 0);
#ifdef COUNT
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  assert(pthread_mutex_unlock(&recursive) == EPERM); //~[count] assertion
#endif
#ifdef PLAIN
  pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_unlock(&plain); //~[plain] library-call
#endif
  return 0;
}
