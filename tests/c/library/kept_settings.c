//! Functions that set something give what was set last.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
int main(void) {
  int last = 7;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &last) == 0);
  assert(last == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &last) == 0);
  assert(last == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcancelstate(5, &last) == EINVAL && last == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL) == 0);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &last) == 0);
  assert(last == PTHREAD_CANCEL_ASYNCHRONOUS);
  umask(022);
  assert(umask(077) == 022);
  assert(strcmp(setlocale(LC_ALL, "C"), setlocale(LC_ALL, NULL)) == 0);
  assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL && signal(SIGUSR1, SIG_DFL) == SIG_IGN);
  assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
#ifdef BAD
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &last);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &last);
  assert(last == PTHREAD_CANCEL_ENABLE); //~[bad] assertion
#endif
  return 0;
}
