//! Threads without end, created without end: locks that are held at every access exclude races, whatever the
//! number of iterations. A lock that somebody may damage does not.
//@ revisions: mutex helper object heap reads spin tried waiting recursive refused alone
//@ revisions: foreign again writers stale other missing half checked
//@ flags: --property no-data-race
//@[helper] flags: -DHELPER
//@[object] flags: -DOBJECT
//@[heap] flags: -DHEAP
//@[reads] flags: -DREADS
//@[spin] flags: -DSPIN
//@[tried] flags: -DTRIED
//@[waiting] flags: -DWAITING
//@[recursive] flags: -DRECURSIVE
//@[refused] flags: -DREFUSED
//@[alone] flags: -DALONE
//@[foreign] flags: -DFOREIGN
//@[again] flags: -DAGAIN
//@[writers] flags: -DWRITERS
//@[stale] flags: -DSTALE
//@[other] flags: -DOTHER
//@[missing] flags: -DMISSING
//@[half] flags: -DHALF
//@[checked] flags: -DCHECKED
//@[mutex] verdict: safe
//@[helper] verdict: safe
//@[object] verdict: safe
//@[heap] verdict: safe
//@[reads] verdict: safe
//@[spin] verdict: safe
//@[tried] verdict: safe
//@[waiting] verdict: safe
//@[recursive] verdict: safe
//@[refused] verdict: safe
//@[alone] verdict: safe
//@[foreign] verdict: unsafe
//@[again] verdict: unsafe
//@[writers] verdict: unsafe
//@[stale] verdict: unsafe
//@[other] verdict: unsafe
//@[missing] verdict: unsafe
//@[half] verdict: unsafe
//@[checked] verdict: unsafe
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct account {
  pthread_mutex_t mutex;
  int balance;
};

struct account first, second, *chosen = &first;
pthread_mutex_t mutex, extra;
pthread_rwlock_t rwlock;
pthread_spinlock_t spinlock;
pthread_cond_t condition;
int n;

static void with(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  n++; //~[again] data-race //~[other] data-race
  pthread_mutex_unlock(lock);
}

static void deposit(struct account *to) {
  pthread_mutex_lock(&to->mutex);
  to->balance++;
  pthread_mutex_unlock(&to->mutex);
}

static void serve(void *argument) {
#if defined HELPER
  with(&mutex);
#elif defined OBJECT
  deposit(__VERIFIER_nondet_int() ? &first : chosen);
#elif defined HEAP
  deposit(argument);
#elif defined READS || defined WRITERS
  if (__VERIFIER_nondet_int()) {
    pthread_rwlock_rdlock(&rwlock);
#ifdef WRITERS
    n++; //~[writers] data-race
#else
    int seen = n;
#endif
  } else {
    pthread_rwlock_wrlock(&rwlock);
    n++;
  }
  pthread_rwlock_unlock(&rwlock);
#elif defined SPIN
  pthread_spin_lock(&spinlock);
  n++;
  pthread_spin_unlock(&spinlock);
#elif defined TRIED
  int busy = pthread_mutex_trylock(&mutex);
  if (!busy) {
    n++;
    pthread_mutex_unlock(&mutex);
  }
#elif defined STALE
  int busy = pthread_mutex_trylock(&mutex);
  if (!busy)
    pthread_mutex_unlock(&mutex);
  if (!busy)
    n++; //~[stale] data-race
#elif defined WAITING
  pthread_mutex_lock(&mutex);
  while (n == 0)
    pthread_cond_wait(&condition, &mutex);
  n--;
  pthread_mutex_unlock(&mutex);
  with(&mutex);
#elif defined RECURSIVE || defined REFUSED || defined CHECKED
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  n++; //~[checked] data-race
  pthread_mutex_unlock(&mutex);
#ifndef REFUSED
  n++;
  pthread_mutex_unlock(&mutex);
#endif
#elif defined FOREIGN
  if (__VERIFIER_nondet_int())
    pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  n++; //~[foreign] data-race
#elif defined AGAIN
  pthread_mutex_init(&mutex, NULL);
  with(&mutex);
#elif defined OTHER
  with(__VERIFIER_nondet_int() ? &mutex : &extra);
#elif defined MISSING
  pthread_mutex_lock(&mutex);
  n++; //~[missing] data-race
  pthread_mutex_unlock(&mutex);
  if (__VERIFIER_nondet_int())
    n = 0;
#elif defined HALF
  if (__VERIFIER_nondet_int())
    pthread_mutex_lock(&mutex);
  n++; //~[half] data-race
#elif defined ALONE
  int own = 0, *pointer = &own;
  ++*pointer;
#else
  pthread_mutex_lock(&mutex);
  n++;
  pthread_mutex_unlock(&mutex);
#endif
}

static void *worker(void *argument) {
  while (1)
    serve(argument);
  return NULL;
}

int main(void) {
  struct account *account = malloc(sizeof *account);
  account->balance = 0;
  pthread_mutex_init(&account->mutex, NULL);
#if defined RECURSIVE || defined REFUSED || defined CHECKED
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef RECURSIVE
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
#else
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
#endif
  pthread_mutex_init(&mutex, &kind);
#else
  pthread_mutex_init(&mutex, NULL);
#endif
  n = 1;
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, account);
  }
  return 0;
}
