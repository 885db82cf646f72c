//! Claims about the end of a process are not decided where the end is not that of the first thread,
//! and neither are claims about memory that other threads can still change.
//@ flags: --no-simulation
//@ revisions: handler leak plain number elsewhere
//@[handler] flags: -DHANDLER --no-memory-leak-check
//@[handler] verdict: unknown
//@[handler] because: after pthread_exit in main
//@[leak] flags: -DLEAK --memory-leak-check
//@[leak] verdict: unknown
//@[leak] because: after pthread_exit in main
//@[plain] flags: --no-memory-leak-check
//@[plain] verdict: safe
//@[number] flags: -DNUMBER --no-memory-leak-check
//@[number] verdict: unknown
//@[number] because: join of a number that is no thread
//@[elsewhere] flags: -DELSEWHERE --memory-leak-check
//@[elsewhere] verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int done;
int *kept;

static void check(void) { assert(!done); }

static void *runs(void *unused) {
  done = 1;
#ifdef ELSEWHERE
  kept = NULL;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
#ifdef HANDLER
  atexit(check);
#endif
#if defined ELSEWHERE || defined LEAK
  kept = malloc(sizeof *kept);
#endif
  pthread_create(&thread, NULL, runs, NULL);
#ifdef NUMBER
  pthread_join(thread + 5, NULL);
  assert(0);
#elif defined ELSEWHERE
  pthread_join(thread, NULL);
  return 0; //~[elsewhere] memory-cleanup
#endif
  pthread_exit(NULL);
}
