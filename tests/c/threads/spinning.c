//! A loop that only waits is followed once; one that counts is not cut.
//@ revisions: waits counts late
//@ flags: --no-simulation --no-memory-leak-check
//@[waits] verdict: safe
//@[counts] flags: -DCOUNTS
//@[counts] verdict: unsafe
//@[late] flags: -DLATE
//@[late] verdict: unsafe
#include <assert.h>
#include <pthread.h>

volatile int flag;
int data, count;

static void *sets(void *unused) {
#ifdef LATE
  flag = 1;
  data = 1;
#else
  data = 1;
  flag = 1;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sets, NULL);
#ifdef COUNTS
  while (!flag)
    count++;
  assert(count < 2); //~[counts] assertion
#else
  while (!flag) {
  }
  assert(data == 1); //~[late] assertion
#endif
  return 0;
}
