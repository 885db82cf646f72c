//! What the library accesses to order threads does not race, its other accesses do; what is not modelled is
//! not answered for.
//@ revisions: handle result once text input both unmodelled unspawned
//@ flags: --no-simulation --property no-data-race
//@[handle] verdict: safe
//@[result] flags: -DRESULT
//@[result] verdict: safe
//@[once] flags: -DONCE
//@[once] verdict: safe
//@[text] flags: -DTEXT
//@[text] verdict: unsafe
//@[input] flags: -DINPUT
//@[input] verdict: unsafe
//@[both] flags: -DBOTH
//@[both] verdict: safe
//@[unmodelled] flags: -DUNMODELLED
//@[unmodelled] verdict: unknown
//@[unmodelled] because: pthread_create_N, which has no model
//@[unspawned] flags: -DUNSPAWNED
//@[unspawned] verdict: unknown
//@[unspawned] because: join of a thread where none is created
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

pthread_t inner;
void *result;
int n;
char text[4] = "abc";
pthread_once_t once = PTHREAD_ONCE_INIT;
int pthread_create_N(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static void *leaf(void *unused) { return NULL; }

static void first(void) { n = 1; }

static void *worker(void *unused) {
#if defined RESULT
  return result;
#elif defined ONCE
  pthread_once(&once, first);
#elif defined TEXT
  strcpy(text, "x");
#elif defined INPUT
  scanf("%d", &n);
#elif defined BOTH
  puts("worker");
#else
  pthread_create(&inner, NULL, leaf, NULL);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
#if defined UNMODELLED
  pthread_create_N(&thread, NULL, worker, NULL);
#elif defined UNSPAWNED
  pthread_join(inner, NULL);
#else
  pthread_create(&thread, NULL, worker, NULL);
#if defined RESULT
  pthread_t other;
  pthread_create(&other, NULL, leaf, NULL);
  pthread_join(other, &result);
#elif defined ONCE
  pthread_once(&once, first);
  return n;
#elif defined TEXT
  return text[0]; //~[text] data-race
#elif defined INPUT
  n = 1; //~[input] data-race
#elif defined BOTH
  puts("main");
#else
  if (inner)
    pthread_join(inner, NULL);
#endif
#endif
  return 0;
}
