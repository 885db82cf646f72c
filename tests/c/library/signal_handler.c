//! A handler may run at any time, which is not followed: nothing is proved once there is one.
//@ revisions: handler none
//@[handler] flags: -DHANDLER=stop
//@[none] flags: -DHANDLER=SIG_IGN
//@[handler] verdict: unknown
//@[none] verdict: safe
//@[handler] contains: handlers run only when
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t stopped;
static void stop(int number) { stopped = number; }
int main(void) {
  if (signal(SIGINT, HANDLER) == SIG_ERR)
    return 1;
  assert(stopped == 0);
  return stop == SIG_ERR;
}
