//! Other ways to start a thread or a process are unknown, never sequential.
//@ revisions: label vfork clone openmp gomp cancel kill signal named robust tryjoin
//@ flags: --no-memory-leak-check
//@ verdict: unknown
//@[label] flags: -DLABEL
//@[label] because: thread started by label
//@[vfork] flags: -DVFORK
//@[vfork] because: vfork, which has no model
//@[clone] flags: -DCLONE
//@[clone] because: clone, which has no model
//@[openmp] flags: -DOPENMP
//@[openmp] because: __kmpc_fork_call, which has no model
//@[gomp] flags: -DGOMP
//@[gomp] because: GOMP_parallel, which has no model
//@[cancel] flags: -DCANCEL
//@[cancel] because: pthread_cancel, which has no model
//@[kill] flags: -DKILL
//@[kill] because: pthread_kill, which has no model
//@[signal] flags: -DSIGNAL
//@[signal] because: handlers run only when the program raises their signal itself
//@[named] flags: -DNAMED
//@[named] because: sem_open, which has no model
//@[robust] flags: -DROBUST
//@[robust] because: robust mutexes
//@[tryjoin] flags: -DTRYJOIN
//@[tryjoin] because: pthread_tryjoin_np, which has no model
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

int clone(int (*)(void *), void *, int, void *, ...);
void __kmpc_fork_call(void *, int, void (*)(int *, int *, ...), ...);
void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned);

volatile int n;
char stack[64];

static void set(void) { n = 1; }
static int child(void *unused) { return n = 1; }
static void body(int *thread, int *bound, ...) { n = 1; }
static void part(void *unused) { n = 1; }
static void handler(int number) { n = 1; }
static void *works(void *unused) { return NULL; }

int main(void) {
  pthread_t thread;
#if defined LABEL
__CPROVER_ASYNC_1:
  set();
#elif defined VFORK
  if (vfork() == 0) {
    n = 1;
    _exit(0);
  }
#elif defined CLONE
  clone(child, stack, 0x100, NULL);
#elif defined OPENMP
  __kmpc_fork_call(stack, 0, body);
#elif defined GOMP
  GOMP_parallel(part, NULL, 2, 0);
#elif defined SIGNAL
  signal(SIGINT, handler);
#elif defined NAMED
  sem_t *semaphore = sem_open("name", O_CREAT, 0600, 1);
  sem_wait(semaphore);
#elif defined ROBUST
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, 1);
#else
  pthread_create(&thread, NULL, works, NULL);
#endif
#if defined CANCEL
  pthread_cancel(thread);
#elif defined KILL
  pthread_kill(thread, SIGINT);
#elif defined TRYJOIN
  pthread_tryjoin_np(thread, NULL);
#endif
  assert(n != 7);
  return 0;
}
