//! Load buffering: stores are delayed, loads are not.
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

int x, y, a, b;

static void *one(void *p) {
  a = x;
  y = 1;
  return p;
}

static void *two(void *p) {
  b = y;
  x = 1;
  return p;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(!(a == 1 && b == 1));
  return 0;
}
