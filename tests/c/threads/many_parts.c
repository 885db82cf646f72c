//! An object of more parts than are told apart is still shared as a whole.
//@ revisions: last
//@ flags: --no-simulation --no-memory-leak-check --no-bounds-check --no-pointer-check --unwind 5000
//@[last] verdict: unsafe
#include <assert.h>
#include <pthread.h>

char bytes[4200];

static void *writes(void *unused) {
  bytes[4199] = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 4199; i++)
    bytes[i] = 0;
  pthread_create(&thread, NULL, writes, NULL);
  for (int i = 0; i < 4199; i++)
    bytes[i] = 0;
  assert(bytes[4199] == 0); //~[last] assertion
  return 0;
}
