// Thread ids, cancellation settings and scheduling parameters.
#include "pthread/threads.h"
#include <sched.h>
#include <string.h>
#include <threads.h>

_Thread_local pthread_t __cassay_thread;

const int __cassay_checks_deadlock = 0;

_Thread_local _Bool __cassay_woken;

pthread_t pthread_self(void) { return __cassay_thread; }

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

pthread_t thrd_current(void) { return __cassay_thread; }

int thrd_equal(thrd_t a, thrd_t b) { return a == b; }

int pthread_detach(pthread_t thread) { return 0; }

int thrd_detach(thrd_t thread) { return thrd_success; }

// Every thread starts with cancellation enabled and deferred (POSIX). No thread is ever cancelled.
static _Thread_local int cancel_state = PTHREAD_CANCEL_ENABLE;
static _Thread_local int cancel_type = PTHREAD_CANCEL_DEFERRED;

int pthread_setcancelstate(int state, int *last) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  int before = cancel_state;
  cancel_state = state;
  if (last)
    *last = before;
  return 0;
}

int pthread_setcanceltype(int type, int *last) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  int before = cancel_type;
  cancel_type = type;
  if (last)
    *last = before;
  return 0;
}

void pthread_testcancel(void) {}

int pthread_yield(void) { return 0; }

int sched_yield(void) { return 0; }

void thrd_yield(void) {}

int thrd_sleep(const struct timespec *wanted, struct timespec *left) {
  return nanosleep(wanted, left);
}

int pthread_setname_np(pthread_t thread, const char *name) {
  return strlen(name) > 15 ? ERANGE : 0;
}

int pthread_setschedprio(pthread_t thread, int priority) {
  return __cassay_any_bool("the priority cannot be set") ? EPERM : 0;
}

static int concurrency;

int pthread_getconcurrency(void) { return concurrency; }

int pthread_setconcurrency(int level) {
  if (level < 0)
    return EINVAL;
  concurrency = level;
  return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param) {
  TOUCH(param);
  return __cassay_any_bool("the priority cannot be set") ? EPERM : 0;
}

int pthread_getschedparam(pthread_t thread, int *restrict policy,
                          struct sched_param *restrict param) {
  *policy = SCHED_OTHER;
  param->sched_priority = 0;
  return 0;
}

int sched_get_priority_max(int policy) { return policy == SCHED_OTHER ? 0 : 99; }

int sched_get_priority_min(int policy) { return policy == SCHED_OTHER ? 0 : 1; }
