//! Threads that are neither joined nor detached when the program ends.
//@ revisions: left joined detached attribute joinable itself one exits aborts ends off
//@ flags: --no-memory-leak-check
//@[left] flags: --thread-leak-check
//@[left] verdict: unsafe
//@[joined] flags: --thread-leak-check -DJOIN
//@[joined] verdict: safe
//@[detached] flags: --thread-leak-check -DDETACH
//@[detached] verdict: safe
//@[attribute] flags: --thread-leak-check -DATTRIBUTE=PTHREAD_CREATE_DETACHED
//@[attribute] verdict: safe
//@[joinable] flags: --thread-leak-check -DATTRIBUTE=PTHREAD_CREATE_JOINABLE
//@[joinable] verdict: unsafe
//@[itself] flags: --thread-leak-check -DITSELF -DWAIT
//@[itself] verdict: safe
//@[one] flags: --thread-leak-check -DJOIN -DTWO
//@[one] verdict: unsafe
//@[exits] flags: --thread-leak-check -DEXIT=exit(0)
//@[exits] verdict: unsafe
//@[aborts] flags: --thread-leak-check -DEXIT=abort()
//@[aborts] verdict: safe
//@[ends] flags: --thread-leak-check -DEXIT=pthread_exit(NULL)
//@[ends] verdict: unknown
//@[ends] because: after pthread_exit in main
//@[off] verdict: safe
#include <pthread.h>
#include <stdlib.h>

volatile int done;

static void *works(void *unused) {
#ifdef ITSELF
  pthread_detach(pthread_self());
#endif
  done = 1;
  return NULL;
}

int main(void) {
  pthread_t first, second;
#ifdef ATTRIBUTE
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, ATTRIBUTE);
  pthread_create(&first, &attributes, works, NULL);
#else
  pthread_create(&first, NULL, works, NULL);
#endif
#ifdef TWO
  pthread_create(&second, NULL, works, NULL);
#endif
#ifdef WAIT
  while (!done)
    ;
#endif
#ifdef JOIN
  pthread_join(first, NULL);
#endif
#ifdef DETACH
  pthread_detach(first);
#endif
#ifdef EXIT
  EXIT; //~[exits] thread-leak
#endif
  return 0; //~[left] thread-leak //~[joinable] thread-leak //~[one] thread-leak
}
