// Functions that run once, called by whichever thread comes first.
#include "pthread/threads.h"
#include <threads.h>

// 0: not started, 1: a thread is running the function, 2: done.
static void run_once(int *state, void (*function)(void)) {
  __VERIFIER_atomic_begin();
  _Bool first = *state == 0;
  if (first)
    *state = 1;
  __VERIFIER_atomic_end();
  if (first)
    function();
  __VERIFIER_atomic_begin();
  __cassay_wait(first || *state == 2);
  *state = 2;
  __VERIFIER_atomic_end();
}

int pthread_once(pthread_once_t *state, void (*function)(void)) {
  run_once(state, function);
  return 0;
}

void call_once(once_flag *flag, void (*function)(void)) { run_once(&flag->__done, function); }
