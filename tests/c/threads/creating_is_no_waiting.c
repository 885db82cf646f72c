//! An iteration that creates a thread has changed something, even if nothing else differs.
//@ flags: --no-simulation --no-memory-leak-check --unwind 3
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>

int running;

static void *counts(void *unused) {
  assert(__atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST) < 3); //~ assertion
  return NULL;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, NULL, counts, NULL);
}
