//! Violations that few schedules lead to: a compiled program is led there, too.
//@ revisions: condition try static copy list inputs c11 rwlock once swap exits timed spin twice nested parts
//@ flags: --no-memory-leak-check --no-library-check
//@[condition] flags: -DCONDITION
//@[condition] verdict: unsafe
//@[try] flags: -DTRY
//@[try] verdict: unsafe
//@[static] flags: -DSTATIC
//@[static] verdict: unsafe
//@[copy] flags: -DCOPY
//@[copy] verdict: unsafe
//@[list] flags: -DLIST
//@[list] verdict: unsafe
//@[inputs] flags: -DINPUTS
//@[inputs] verdict: unsafe
//@[c11] flags: -DC11
//@[c11] verdict: unsafe
//@[rwlock] flags: -DRWLOCK
//@[rwlock] verdict: unsafe
//@[once] flags: -DONCE
//@[once] verdict: unsafe
//@[swap] flags: -DSWAP
//@[swap] verdict: unsafe
//@[exits] flags: -DEXITS
//@[exits] verdict: unsafe
//@[timed] flags: -DTIMED
//@[timed] verdict: unsafe
//@[spin] flags: -DSPIN
//@[spin] verdict: unsafe
//@[twice] flags: -DTWICE
//@[twice] verdict: unsafe
//@[nested] flags: -DNESTED
//@[nested] verdict: unsafe
//@[parts] flags: -DPARTS
//@[parts] verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x, y;

#if defined CONDITION
// The condition is not looked at again after waiting.
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void *one(void *unused) {
  pthread_mutex_lock(&mutex);
  if (x == 0)
    pthread_cond_wait(&condition, &mutex);
  assert(x == 1); //~[condition] assertion
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static void *two(void *unused) {
  pthread_mutex_lock(&mutex);
  y = 1;
  x = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
#elif defined TRY
static void *one(void *unused) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    x++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(x == 2)
#elif defined STATIC
static int *next(void) {
  static int calls;
  return &calls;
}
static void *one(void *unused) {
  (*next())++;
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(*next() == 2)
#elif defined COPY
struct pair { long first, second; } pair;
static void *one(void *unused) {
  struct pair mine = {1, 1};
  pair = mine;
  return NULL;
}
static void *two(void *unused) {
  pair.first = 2;
  pair.second = 2;
  return NULL;
}
#define FINALLY assert(pair.first == pair.second)
#elif defined LIST
struct node { struct node *next; int value; } *head;
static void push(int value) {
  struct node *node = malloc(sizeof *node);
  if (!node) {
    y = 1;
    return;
  }
  node->value = value;
  node->next = head;
  head = node;
}
static void *one(void *unused) {
  push(1);
  return NULL;
}
static void *two(void *unused) {
  push(2);
  return NULL;
}
#define FINALLY assert(y || head->next)
#elif defined INPUTS
static void *one(void *unused) {
  x = __VERIFIER_nondet_int();
  return NULL;
}
static void *two(void *unused) {
  y = __VERIFIER_nondet_int();
  return NULL;
}
#define FINALLY assert(x != 7 || y != 8)
#elif defined C11
mtx_t lock;
static int adds(void *unused) {
  mtx_lock(&lock);
  int mine = x;
  mtx_unlock(&lock);
  mtx_lock(&lock);
  x = mine + 1;
  mtx_unlock(&lock);
  return 0;
}
#elif defined RWLOCK
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void *one(void *unused) {
  pthread_rwlock_rdlock(&rwlock);
  int mine = x;
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
  x = mine + 1;
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(x == 2)
#elif defined ONCE
pthread_once_t control = PTHREAD_ONCE_INIT;
static void first(void) { x++; }
static void *one(void *unused) {
  pthread_once(&control, first);
  y = x;
  return NULL;
}
static void *two(void *unused) {
  x = 5;
  pthread_once(&control, first);
  return NULL;
}
#define FINALLY assert(y != 5)
#elif defined SWAP
atomic_int word;
static void *one(void *unused) {
  int old = atomic_load(&word);
  if (atomic_compare_exchange_strong(&word, &old, old + 1))
    atomic_fetch_add(&word, 10);
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(word != 12 && word != 11)
#elif defined EXITS
static void leave(void) {
  x++;
  pthread_exit(NULL);
}
static void *one(void *unused) {
  leave();
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(x == 2)
#elif defined TIMED
static void *one(void *unused) {
  struct timespec never = {1l << 40, 0};
  if (pthread_mutex_timedlock(&mutex, &never) == 0) {
    x++;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(x == 2)
#elif defined SPIN
pthread_spinlock_t lock;
static void *one(void *unused) {
  pthread_spin_lock(&lock);
  y++;
  int mine = x;
  pthread_spin_unlock(&lock);
  x = mine + 1;
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(x == 2)
#elif defined TWICE
static void *one(void *unused) {
  for (int i = 0; i < 3; i++)
    x++;
  return NULL;
}
static void *two(void *unused) { return one(unused); }
#define FINALLY assert(x > 2)
#elif defined NESTED
static void *inner(void *place) {
  ++*(int *)place;
  return NULL;
}
static void *one(void *unused) {
  int mine = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, inner, &mine);
  mine++;
  pthread_join(thread, NULL);
  x = mine;
  return NULL;
}
static void *two(void *unused) { return NULL; }
#define FINALLY assert(x == 2)
#else
struct { char a; short b; int c; } parts;
static void *one(void *unused) {
  parts.a = 1;
  parts.b = 2;
  parts.c = 3;
  return NULL;
}
static void *two(void *unused) {
  x = parts.c;
  y = parts.a + parts.b;
  parts.a = 0;
  return NULL;
}
#define FINALLY assert(!(x == 0 && y == 1 && parts.a == 0))
#endif

#ifndef FINALLY
#define FINALLY
#endif

int main(void) {
#ifdef C11
  thrd_t a, b;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, adds, NULL);
  thrd_create(&b, adds, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  assert(x == 2); //~[c11] assertion
#else
  pthread_t a, b;
#ifdef SPIN
  pthread_spin_init(&lock, 0);
#endif
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  FINALLY; //~[try] assertion //~[static] assertion //~[copy] assertion //~[list] assertion
  //~[inputs]^ assertion //~[rwlock]^ assertion //~[once]^ assertion //~[swap]^ assertion
  //~[exits]^^ assertion //~[timed]^^ assertion //~[spin]^^ assertion //~[twice]^^ assertion
  //~[nested]^^^ assertion //~[parts]^^^ assertion
#endif
  return 0;
}
