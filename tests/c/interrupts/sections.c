//! Critical sections inside of each other: counted ones end with the last, others with the first end.
//@ revisions: counted flag threads
//@ flags: --interrupt change
//@[counted] flags: --interrupt-enter enter --interrupt-exit leave
//@[counted] verdict: safe
//@[flag] flags: --interrupt-disable enter --interrupt-enable leave
//@[flag] verdict: unsafe
//@[flag] unseen: no sanitizer calls a handler
//@[threads] flags: -DTHREADS
//@[threads] verdict: unknown
//@[threads] because: interrupts (--interrupt) in a program with threads
#include <assert.h>
#include <pthread.h>

void enter(void);
void leave(void);

static volatile int x;

void change(void) { x = 1; }

#ifdef THREADS
static void *work(void *unused) { return unused; }
#endif

int main(void) {
#ifdef THREADS
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
#endif
  enter();
  x = 0;
  enter();
  leave();
  assert(x == 0); //~[flag] assertion
  leave();
  return 0;
}
