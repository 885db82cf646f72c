//! Another thread writes between the read and the write of one assignment.
//@ revisions: increment locked atomic operation member element section alone split same
//@ flags: --no-memory-leak-check --atomicity-check
//@[increment] flags: -DINCREMENT
//@[increment] verdict: unsafe
//@[locked] flags: -DINCREMENT -DLOCKED
//@[locked] verdict: safe
//@[atomic] flags: -DATOMIC
//@[atomic] verdict: unsafe
//@[operation] flags: -DOPERATION
//@[operation] verdict: safe
//@[member] flags: -DMEMBER
//@[member] verdict: unsafe
//@[element] flags: -DELEMENT
//@[element] verdict: safe
//@[section] flags: -DSECTION
//@[section] verdict: safe
//@[alone] flags: -DALONE
//@[alone] verdict: safe
//@[split] flags: -DSPLIT
//@[split] verdict: safe
//@[same] flags: -DSAME
//@[same] verdict: unsafe
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct pair {
  unsigned left, right;
} pair, *pointer = &pair;
unsigned n, elements[2];
atomic_uint a;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void enter(void) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
}

static void leave(void) {
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
}

static void change(int which) {
  enter();
#if defined INCREMENT
  n++; //~[increment] atomicity
#elif defined ATOMIC
  a = a + 1; //~[atomic] atomicity
#elif defined OPERATION
  a++;
#elif defined MEMBER
  pointer->left = 2 * pointer->left + 1; //~[member] atomicity
#elif defined ELEMENT
  elements[which] += 2;
#elif defined SECTION
  __VERIFIER_atomic_begin();
  n += 3;
  __VERIFIER_atomic_end();
#elif defined SPLIT
  unsigned old = n;
  n = old + 1;
#elif defined SAME
  if (which)
    n = 0;
  else
    n *= 2; //~[same] atomicity
#endif
  leave();
}

static void *runs(void *unused) {
  change(1);
  return NULL;
}

int main(void) {
  pthread_t thread;
#ifdef ALONE
  n++;
#endif
  pthread_create(&thread, NULL, runs, NULL);
#ifndef ALONE
  change(0);
#endif
  pthread_join(thread, NULL);
#ifdef ALONE
  n++;
#endif
  return 0;
}
