// Functions that run when the program ends, registered by atexit, on_exit and at_quick_exit.
#include "cassay.h"
#include <stdlib.h>

// Destructors of C++ variables are in the same list ([basic.start.term]p3).
int __cxa_atexit(void (*destructor)(void *), void *object, void *library);

// What runs before all of them, if the thread has variables with destructors.
extern void (*__cassay_before_exit_handlers)(void);
void (*__cassay_before_exit_handlers)(void);

// C and POSIX guarantee this many registrations; further ones may fail.
#define PROMISED 32
// This many registrations are modelled.
#define MOST 64

static struct {
  void (*plain)(void);
  void (*with_status)(int, void *);
  void (*destructor)(void *);
  void *argument;
} handlers[MOST];
static unsigned kept;

static void (*quick_handlers[MOST])(void);
static unsigned quick_kept;

// Whether a registration fails when this many functions are registered already.
static _Bool refused(unsigned present) {
  if (present < PROMISED)
    return 0;
  if (__cassay_any_bool("no room for a function to run at the end"))
    return 1;
  if (present == MOST)
    __cassay_unsupported("more than 64 functions to run at the end of the program");
  return 0;
}

int atexit(void (*handler)(void)) {
  if (refused(kept))
    return 1;
  handlers[kept].plain = handler;
  kept++;
  return 0;
}

int on_exit(void (*handler)(int, void *), void *argument) {
  if (refused(kept))
    return 1;
  handlers[kept].plain = NULL;
  handlers[kept].destructor = NULL;
  handlers[kept].with_status = handler;
  handlers[kept].argument = argument;
  kept++;
  return 0;
}

int __cxa_atexit(void (*destructor)(void *), void *object, void *library) {
  if (kept == MOST)
    __cassay_unsupported("more than 64 functions to run at the end of the program");
  handlers[kept].plain = NULL;
  handlers[kept].destructor = destructor;
  handlers[kept].argument = object;
  kept++;
  return 0;
}

int at_quick_exit(void (*handler)(void)) {
  if (refused(quick_kept))
    return 1;
  quick_handlers[quick_kept++] = handler;
  return 0;
}


// Called by Cassay before the program ends through exit or a return from main.
void __cassay_run_exit_handlers(void) {
  if (__cassay_before_exit_handlers)
    __cassay_before_exit_handlers();
  while (kept > 0) {
    kept--;
    if (handlers[kept].plain)
      handlers[kept].plain();
    else if (handlers[kept].destructor)
      handlers[kept].destructor(handlers[kept].argument);
    else
      handlers[kept].with_status(__cassay_any_int("exit status"), handlers[kept].argument);
  }
}

// Called by Cassay before the program ends through quick_exit.
void __cassay_run_quick_exit_handlers(void) {
  while (quick_kept > 0)
    quick_handlers[--quick_kept]();
}
