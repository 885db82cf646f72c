//! A thread is joined at most once, and not after it was detached.
//@ revisions: once twice detached other attribute
//@ flags: --no-memory-leak-check
//@[twice] flags: -DTWICE
//@[detached] flags: -DDETACHED
//@[other] flags: -DOTHER
//@[attribute] flags: -DATTRIBUTE
//@[once] verdict: safe
//@[twice] verdict: unsafe
//@[detached] verdict: unsafe
//@[other] verdict: unsafe
//@[attribute] verdict: unsafe
#include <pthread.h>

static pthread_t first, second;

static void *works(void *unused) { return NULL; }

static void *joins(void *unused) {
#ifdef OTHER
  pthread_join(first, NULL);
#endif
  return NULL;
}

int main(void) {
#ifdef ATTRIBUTE
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&first, &attributes, works, NULL);
#else
  pthread_create(&first, NULL, works, NULL);
#endif
  pthread_create(&second, NULL, joins, NULL);
#ifdef DETACHED
  pthread_detach(first);
#endif
  pthread_join(first, NULL); //~[detached] library-call //~[other] library-call //~[attribute] library-call
#ifdef TWICE
  pthread_join(first, NULL); //~[twice] library-call
#endif
  pthread_join(second, NULL);
  return 0;
}
