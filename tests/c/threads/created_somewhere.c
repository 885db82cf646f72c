//! Threads that are created on some paths, in loops, by other threads, and through pointers.
//@ revisions: branch before loop nested pointer
//@ flags: --no-simulation --no-memory-leak-check
//@[branch] flags: -DBRANCH
//@[branch] verdict: unsafe
//@[before] flags: -DBEFORE
//@[before] verdict: safe
//@[loop] flags: -DLOOP
//@[loop] verdict: safe
//@[nested] flags: -DNESTED
//@[nested] verdict: safe
//@[pointer] flags: -DPOINTER
//@[pointer] verdict: unsafe
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

int x, y;
int cells[3];

static void *set(void *unused) { x = 1; return NULL; }
static void *clear(void *unused) { x = 2; return NULL; }
static void *own(void *index) { cells[(long)index] = 1 + (long)index; return NULL; }
static void *creates(void *unused) {
  pthread_t inner;
  y = 5;
  pthread_create(&inner, NULL, set, NULL);
  pthread_join(inner, NULL);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int choice = __VERIFIER_nondet_int();
#if defined BRANCH
  if (choice) {
    x = 7;
    pthread_create(&threads[0], NULL, set, NULL);
  } else {
    x = 1;
  }
  assert(x == 1); //~[branch] assertion
#elif defined BEFORE
  if (choice)
    pthread_create(&threads[0], NULL, set, NULL);
  else
    x = 3;
  int seen = x;
  assert(choice ? seen == 0 || seen == 1 : seen == 3);
#elif defined LOOP
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, own, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(cells[0] == 1 && cells[1] == 2 && cells[2] == 3);
#elif defined NESTED
  pthread_create(&threads[0], NULL, creates, NULL);
  pthread_join(threads[0], NULL);
  assert(x == 1 && y == 5);
#else
  void *(*function)(void *) = choice ? set : clear;
  pthread_create(&threads[0], NULL, function, NULL);
  pthread_join(threads[0], NULL);
  assert(x == 1); //~[pointer] assertion
#endif
  return 0;
}
