//! Locks that threads acquire in conflicting orders, whether or not they block each other.
//@ revisions: opposite same gate before joined tried three readers writer nested array off
//@ flags: --no-memory-leak-check --no-library-check
//@[opposite] flags: --lock-order-check -DFIRST=FORWARDS -DSECOND=BACKWARDS
//@[same] flags: --lock-order-check -DFIRST=FORWARDS -DSECOND=FORWARDS
//@[gate] flags: --lock-order-check -DFIRST=FORWARDS -DSECOND=BACKWARDS -DGATE
//@[before] flags: --lock-order-check -DFIRST=FORWARDS -DBEFORE
//@[joined] flags: --lock-order-check -DFIRST=FORWARDS -DJOINED
//@[tried] flags: --lock-order-check -DFIRST=FORWARDS -DSECOND=TRIES
//@[three] flags: --lock-order-check -DFIRST=FORWARDS -DSECOND=FROM_B -DTHIRD=FROM_C
//@[readers] flags: --lock-order-check -DFIRST=READS_A -DSECOND=A_READS
//@[writer] flags: --lock-order-check -DFIRST=READS_A -DSECOND=A_WRITES
//@[nested] flags: --lock-order-check -DFIRST=NESTED -DSECOND=BACKWARDS
//@[array] flags: --lock-order-check -DFIRST=ELEMENTS(0) -DSECOND=ELEMENTS(1)
//@[off] flags: -DFIRST=FORWARDS -DSECOND=BACKWARDS
//@[opposite] verdict: unsafe
//@[same] verdict: safe
//@[gate] verdict: safe
//@[before] verdict: safe
//@[joined] verdict: safe
//@[tried] verdict: safe
//@[three] verdict: unsafe
//@[readers] verdict: safe
//@[writer] verdict: unsafe
//@[nested] verdict: unsafe
//@[array] verdict: unsafe
//@[off] verdict: safe
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;

static void take(pthread_mutex_t *one, pthread_mutex_t *two) {
  pthread_mutex_lock(one);
  pthread_mutex_lock(two); //~[opposite] lock-order //~[three] lock-order //~[nested] lock-order //~[array] lock-order
  pthread_mutex_unlock(two);
  pthread_mutex_unlock(one);
}

#define FORWARDS take(&a, &b)
#define BACKWARDS take(&b, &a)
#define FROM_B take(&b, &c)
#define FROM_C take(&c, &a)
#define NESTED                                                                                     \
  pthread_mutex_lock(&c);                                                                          \
  take(&a, &b);                                                                                    \
  pthread_mutex_unlock(&c)
#define ELEMENTS(i) take(&locks[i], &locks[1 - i])
#define TRIES                                                                                      \
  pthread_mutex_lock(&b);                                                                          \
  if (pthread_mutex_trylock(&a) == 0)                                                              \
    pthread_mutex_unlock(&a);                                                                      \
  pthread_mutex_unlock(&b)
#define READS_A                                                                                    \
  pthread_rwlock_rdlock(&r);                                                                       \
  pthread_mutex_lock(&a);                                                                          \
  pthread_mutex_unlock(&a);                                                                        \
  pthread_rwlock_unlock(&r)
#define A_READS                                                                                    \
  pthread_mutex_lock(&a);                                                                          \
  pthread_rwlock_rdlock(&r);                                                                       \
  pthread_rwlock_unlock(&r);                                                                       \
  pthread_mutex_unlock(&a)
#define A_WRITES                                                                                   \
  pthread_mutex_lock(&a);                                                                          \
  pthread_rwlock_wrlock(&r);                                                                       \
  pthread_rwlock_unlock(&r);                                                                       \
  pthread_mutex_unlock(&a)

static void enter(void) {
#ifdef GATE
  pthread_mutex_lock(&gate);
#endif
}

static void leave(void) {
#ifdef GATE
  pthread_mutex_unlock(&gate);
#endif
}

static void *first(void *unused) {
  enter();
  FIRST;
  leave();
  return NULL;
}

static void *second(void *unused) {
  enter();
#ifdef SECOND
  SECOND; //~[writer] lock-order
#endif
  leave();
  return NULL;
}

static void *third(void *unused) {
#ifdef THIRD
  THIRD;
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two, three;
#ifdef BEFORE
  BACKWARDS;
#endif
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_create(&three, NULL, third, NULL);
  pthread_join(one, NULL);
#ifdef JOINED
  BACKWARDS;
#endif
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
