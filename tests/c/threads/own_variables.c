//! Every thread has its own thread-local variables, which begin with their initial values.
//@ revisions: own address
//@ flags: --no-simulation --no-memory-leak-check
//@[own] verdict: safe
//@[address] flags: -DADDRESS
//@[address] verdict: unsafe
#include <assert.h>
#include <pthread.h>

_Thread_local int mine = 7;
int *of_main;

static void *changes(void *unused) {
  assert(mine == 7);
  mine = 8;
#ifdef ADDRESS
  *of_main = 9;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  mine = 1;
  of_main = &mine;
  pthread_create(&thread, NULL, changes, NULL);
  pthread_join(thread, NULL);
  assert(mine == 1); //~[address] assertion
  return 0;
}
