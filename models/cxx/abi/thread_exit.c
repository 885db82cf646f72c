// Destructors of variables of threads ([basic.start.term]p2), in reverse order of their registration.
#include "cxx/cxx.h"

// This many are modelled for a thread.
#define MOST 16

static _Thread_local struct {
  void (*destructor)(void *);
  void *object;
} destructors[MOST];
static _Thread_local unsigned kept;

extern void (*__cassay_before_exit_handlers)(void);

// Called by Cassay where a thread ends, and before the program does.
void __cassay_run_thread_destructors(void) {
  while (kept > 0) {
    kept--;
    destructors[kept].destructor(destructors[kept].object);
  }
}

int __cxa_thread_atexit(void (*destructor)(void *), void *object, void *library) {
  if (kept == MOST)
    __cassay_unsupported("more than 16 variables of a thread with destructors");
  destructors[kept].destructor = destructor;
  destructors[kept].object = object;
  kept++;
  __cassay_before_exit_handlers = __cassay_run_thread_destructors;
  return 0;
}
