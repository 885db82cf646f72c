// Signals. A handler is stored and returned later. It runs only if the program raises the signal.
#include "cassay.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void handled(void) {
  __cassay_hides("handlers run only when the program raises their signal itself");
}

static void installed(__sighandler_t handler) {
  if (handler != SIG_DFL && handler != SIG_IGN)
    handled();
}

static struct sigaction actions[NSIG];

static _Bool is_signal(int number) { return number > 0 && number < NSIG; }

__sighandler_t signal(int number, __sighandler_t handler) {
  installed(handler);
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  __sighandler_t last = actions[number].sa_handler;
  actions[number].sa_handler = handler;
  actions[number].sa_flags = 0;
  return last;
}

int sigaction(int number, const struct sigaction *restrict action,
              struct sigaction *restrict last) {
  if (action)
    installed(action->sa_handler);
  if (!is_signal(number) || (action && (number == SIGKILL || number == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  struct sigaction before = actions[number];
  if (action)
    actions[number] = *action;
  if (last)
    *last = before;
  return 0;
}

int raise(int number) {
  if (!is_signal(number)) {
    errno = EINVAL;
    return -1;
  }
  __sighandler_t handler = actions[number].sa_handler;
  if (handler == SIG_IGN)
    return 0;
  if (handler == SIG_DFL) {
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
      return 0;
    abort();
  }
  if (actions[number].sa_flags & SA_SIGINFO)
    __cassay_unsupported("a signal handler with three arguments");
  handler(number);
  return 0;
}

int kill(pid_t process, int number) {
  __cassay_note("signals sent to processes do not arrive");
  return __cassay_any_bool("the signal cannot be sent") ? -1 : 0;
}
