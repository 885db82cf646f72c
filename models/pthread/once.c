// Functions that run once, called by whichever thread comes first.
#include "pthread/threads.h"
#include <threads.h>

// 0: not started; the number plus 1 of the thread that runs the function; -1: done.
static void run_once(int *state, void (*function)(void)) {
  __VERIFIER_atomic_begin();
  _Bool first = *state == 0;
  if (first)
    *state = SELF;
  __VERIFIER_atomic_end();
  if (first)
    function();
  __VERIFIER_atomic_begin();
  __cassay_wait_for(first || *state == -1, *state);
  *state = -1;
  __VERIFIER_atomic_end();
}

int pthread_once(pthread_once_t *state, void (*function)(void)) {
  run_once(state, function);
  return 0;
}

void call_once(once_flag *flag, void (*function)(void)) { run_once(&flag->__done, function); }
