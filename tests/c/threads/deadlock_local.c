//! Threads that block each other while others go on for ever, or until the process ends.
//@ revisions: cycle running spin once reader upgraded joined ended released outside
//@ flags: --no-memory-leak-check --property no-deadlock
//@[cycle] flags: -DCYCLE
//@[running] flags: -DCYCLE -DRUNNING
//@[spin] flags: -DSPIN
//@[once] flags: -DONCE
//@[reader] flags: -DREADER
//@[upgraded] flags: -DUPGRADED
//@[joined] flags: -DJOINED
//@[ended] flags: -DENDED
//@[released] flags: -DENDED -DRELEASED
//@[outside] flags: -DOUTSIDE
//@[cycle] verdict: unsafe
//@[running] verdict: unsafe
//@[spin] verdict: unsafe
//@[spin] unseen: a thread that spins does not look like one that waits
//@[once] verdict: unsafe
//@[reader] verdict: unsafe
//@[upgraded] verdict: unsafe
//@[joined] verdict: unsafe
//@[ended] verdict: unsafe
//@[released] verdict: safe
//@[outside] verdict: safe
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t s, t;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t o = PTHREAD_ONCE_INIT, p = PTHREAD_ONCE_INIT;
pthread_t first, second;
volatile int stop;

static void nothing(void) {}
static void runs_p(void) { pthread_once(&p, nothing); }
static void runs_o(void) {
  pthread_once(&o, runs_p); //~[once] deadlock
}

static void *one(void *unused) {
#if defined CYCLE
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
#elif defined SPIN
  pthread_spin_lock(&s);
  pthread_spin_lock(&t);
#elif defined ONCE
  pthread_once(&o, runs_o);
#elif defined READER
  pthread_rwlock_rdlock(&r);
  pthread_mutex_lock(&a);
#elif defined UPGRADED
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_wrlock(&r); //~[upgraded] deadlock
#elif defined JOINED
  pthread_mutex_lock(&a);
  pthread_join(second, NULL);
#elif defined ENDED
  pthread_mutex_lock(&a);
#ifdef RELEASED
  pthread_mutex_unlock(&a);
#endif
#elif defined OUTSIDE
  pthread_mutex_lock(&a);
  while (!stop)
    ;
  pthread_mutex_unlock(&a);
#endif
  return NULL;
}

static void *two(void *unused) {
#if defined CYCLE
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a); //~[cycle] deadlock //~[running] deadlock
#elif defined SPIN
  pthread_spin_lock(&t);
  pthread_spin_lock(&s); //~[spin] deadlock
#elif defined READER
  pthread_mutex_lock(&a);
  pthread_rwlock_wrlock(&r); //~[reader] deadlock
#elif defined JOINED
  pthread_mutex_lock(&a); //~[joined] deadlock
  pthread_mutex_unlock(&a);
#elif defined ENDED || defined OUTSIDE
  pthread_mutex_lock(&a); //~[ended] deadlock
  pthread_mutex_unlock(&a);
#endif
  return NULL;
}

int main(void) {
  pthread_create(&second, NULL, two, NULL);
  pthread_create(&first, NULL, one, NULL);
#ifdef RUNNING
  for (;;)
    stop = !stop;
#endif
  return 0;
}
