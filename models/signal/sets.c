// Sets of signals.
#include "cassay.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

#define WORD (8 * (int)sizeof(unsigned long))

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}

int sigfillset(sigset_t *set) {
  memset(set, 0xff, sizeof *set);
  return 0;
}

static _Bool is_signal(int number) {
  if (number > 0 && number < NSIG)
    return 1;
  errno = EINVAL;
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  if (!is_signal(number))
    return -1;
  set->__val[(number - 1) / WORD] |= 1UL << ((number - 1) % WORD);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!is_signal(number))
    return -1;
  set->__val[(number - 1) / WORD] &= ~(1UL << ((number - 1) % WORD));
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!is_signal(number))
    return -1;
  return (int)(set->__val[(number - 1) / WORD] >> ((number - 1) % WORD) & 1);
}

static int mask(int how, const sigset_t *set, sigset_t *last) {
  static sigset_t present;
  if (last)
    *last = present;
  if (!set)
    return 0;
  for (int i = 0; i < 64 / WORD; i++) {
    if (how == SIG_BLOCK)
      present.__val[i] |= set->__val[i];
    else if (how == SIG_UNBLOCK)
      present.__val[i] &= ~set->__val[i];
    else if (how == SIG_SETMASK)
      present.__val[i] = set->__val[i];
    else
      return EINVAL;
  }
  return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict last) {
  int error = mask(how, set, last);
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict last) {
  return mask(how, set, last);
}
