// The ends of a program that C++ adds ([except.terminate], [except.unexpected], [class.abstract]).
#include "cxx/cxx.h"

typedef void (*handler)(void);

static handler on_terminate, on_unexpected;

handler _ZSt13set_terminatePFvvE(handler new) {
  handler old = on_terminate;
  on_terminate = new;
  return old ? old : abort;
}

handler _ZSt13get_terminatev(void) { return on_terminate ? on_terminate : abort; }

handler _ZSt14set_unexpectedPFvvE(handler new) {
  handler old = on_unexpected;
  on_unexpected = new;
  return old ? old : _ZSt9terminatev;
}

handler _ZSt14get_unexpectedv(void) { return on_unexpected ? on_unexpected : _ZSt9terminatev; }

_Noreturn void _ZSt9terminatev(void) {
  if (on_terminate && on_terminate != abort) {
    on_terminate();
    __cassay_claim(0, "library-call", "a terminate handler does not return");
  }
  __cassay_claim(0, "terminate", "std::terminate is called");
  abort();
}

_Noreturn void _ZSt10unexpectedv(void) {
  if (on_unexpected) {
    on_unexpected();
    __cassay_claim(0, "library-call", "an unexpected handler does not return");
  }
  _ZSt9terminatev();
}

_Noreturn void __cxa_pure_virtual(void) {
  __cassay_claim(0, "pure-virtual", "pure virtual function called");
  abort();
}

_Noreturn void __cxa_deleted_virtual(void) {
  __cassay_claim(0, "pure-virtual", "deleted virtual function called");
  abort();
}
