//! Accesses race unless one lock is held around both; joins and creation order them as well.
//@ revisions: bare locked other one reads joined created early spin
//@ flags: --no-simulation --property no-data-race --multi-property
//@[bare] verdict: unsafe
//@[locked] flags: -DLOCKED
//@[locked] verdict: safe
//@[other] flags: -DOTHER
//@[other] verdict: unsafe
//@[one] flags: -DONE
//@[one] verdict: unsafe
//@[reads] flags: -DREADS
//@[reads] verdict: safe
//@[joined] flags: -DJOINED
//@[joined] verdict: safe
//@[created] flags: -DCREATED
//@[created] verdict: safe
//@[early] flags: -DEARLY
//@[early] verdict: unsafe
//@[spin] flags: -DSPIN
//@[spin] verdict: unsafe
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int n, seen;

static void *worker(void *unused) {
#if defined LOCKED || defined OTHER || defined ONE
  pthread_mutex_lock(&m);
  n = 1; //~[other] data-race
  //~[one]^ data-race
  pthread_mutex_unlock(&m);
#elif defined READS
  int mine = n;
  (void)mine;
#elif defined SPIN
  while (!n) //~[spin] data-race
    ;
#else
  n = 1; //~[bare] data-race
  //~[early]^ data-race
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
#ifdef CREATED
  n = 7;
#endif
  pthread_create(&thread, NULL, worker, NULL);
#if defined LOCKED
  pthread_mutex_lock(&m);
  n = 2;
  pthread_mutex_unlock(&m);
#elif defined OTHER
  pthread_mutex_lock(&other);
  n = 2; //~[other] data-race
  pthread_mutex_unlock(&other);
#elif defined READS
  seen = n;
#elif defined JOINED
  pthread_join(thread, NULL);
  n = 2;
#elif defined CREATED
  pthread_join(thread, NULL);
#elif defined EARLY
  int before = n; //~[early] data-race
  pthread_join(thread, NULL);
  return before;
#else
  n = 2; //~[bare] data-race
  //~[one]^ data-race
  //~[spin]^^ data-race
#endif
  return 0;
}
