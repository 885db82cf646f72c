//! Each thread has its own exceptions; one that leaves the function of a thread ends the program.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <pthread.h>

void fail(int n) {
  throw n; //~[bad] uncaught-exception
}

void *run(void *argument) {
#ifdef BAD
  fail(2);
#else
  try {
    fail(2);
  } catch (int number) {
    *static_cast<int *>(argument) = number;
  }
#endif
  return nullptr;
}

int main() {
  int first = 0, second = 0;
  pthread_t thread;
  if (pthread_create(&thread, nullptr, run, &first))
    return 0;
  try {
    fail(1);
  } catch (int number) {
    second = number;
  }
  pthread_join(thread, nullptr);
#ifndef BAD
  assert(first == 2);
#endif
  assert(second == 1);
}
