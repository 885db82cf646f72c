//! Independent reads of independent writes: a store reaches all other threads at once.
//@ revisions: sc tso pso
//@ flags: --no-memory-leak-check
//@[sc] flags: --mm sc
//@[sc] verdict: safe
//@[tso] flags: --mm tso
//@[tso] verdict: safe
//@[pso] flags: --mm pso
//@[pso] verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, a, b, c, d;

static void *one(void *p) {
  x = 1;
  return p;
}

static void *two(void *p) {
  y = 1;
  return p;
}

static void *three(void *p) {
  a = x;
  b = y;
  return p;
}

static void *four(void *p) {
  c = y;
  d = x;
  return p;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_create(&t[2], NULL, three, NULL);
  pthread_create(&t[3], NULL, four, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  pthread_join(t[3], NULL);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
  return 0;
}
