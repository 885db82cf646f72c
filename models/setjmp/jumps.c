// Non-local jumps (C17 7.13). The front-end makes the control flow: after every call of a function that
// may jump it tests whether a jump is in progress. If so, the function returns, or continues after the
// call of setjmp that is the target. This file holds the state that those tests read.
#include "cassay.h"

// The contents of a jump buffer: which activation called setjmp, and which of its calls that was.
struct place {
  unsigned level;
  unsigned number;
  unsigned call;
};

enum { MOST = 64 };

// The number of active functions that call setjmp, the number of such activations so far, and the
// numbers of those that are active.
static _Thread_local unsigned level, numbers;
static _Thread_local unsigned running[MOST + 1];
// The level that a jump leads to, 0 if no jump is in progress; its call of setjmp and its value.
_Thread_local unsigned __cassay_jump_level;
static _Thread_local unsigned target_call;
static _Thread_local int target_value;

// Entry of a function that calls setjmp.
unsigned __cassay_jump_enter(void) {
  if (level == MOST)
    __cassay_unsupported("more than 64 functions inside each other that call setjmp");
  level++;
  running[level] = ++numbers;
  return level;
}

// The end of such a function, by a return or by a jump to another one.
void __cassay_jump_leave(unsigned own) { level = own - 1; }

// A call of setjmp in it.
void __cassay_jump_set(void *buffer, unsigned own, unsigned call) {
  struct place *place = buffer;
  place->level = own;
  place->number = running[own];
  place->call = call;
}

// The target of a jump was reached: which call of setjmp it is, and what that call returns.
unsigned __cassay_jump_call(void) { return target_call; }
int __cassay_jump_value(void) {
  __cassay_jump_level = 0;
  return target_value;
}

static void jump(const void *buffer, int value) {
  const struct place *place = buffer;
  unsigned to = place->level;
  CLAIM(to != 0 && to <= level && running[to] == place->number,
        "a jump leads to a call of setjmp in a function that still runs");
  target_call = place->call;
  target_value = value ? value : 1;
  __cassay_jump_level = to;
}

// The assembler names are needed because the compiler assumes that functions with the C names do not
// return.
void cassay_longjmp(const void *buffer, int value) __asm__("longjmp");
void cassay_longjmp(const void *buffer, int value) { jump(buffer, value); }
void cassay_longjmp_2(const void *buffer, int value) __asm__("_longjmp");
void cassay_longjmp_2(const void *buffer, int value) { jump(buffer, value); }
void cassay_longjmp_3(const void *buffer, int value) __asm__("siglongjmp");
void cassay_longjmp_3(const void *buffer, int value) { jump(buffer, value); }
void cassay_longjmp_4(const void *buffer, int value) __asm__("__longjmp_chk");
void cassay_longjmp_4(const void *buffer, int value) { jump(buffer, value); }

// The front-end handles calls by name, so only calls through pointers arrive here.
static int set_by_pointer(void) {
  __cassay_unsupported("setjmp called through a pointer");
  return 0;
}
int cassay_setjmp(void *buffer) __asm__("setjmp");
int cassay_setjmp(void *buffer) { return set_by_pointer(); }
int cassay_setjmp_2(void *buffer) __asm__("_setjmp");
int cassay_setjmp_2(void *buffer) { return set_by_pointer(); }
int cassay_setjmp_3(void *buffer, int mask) __asm__("sigsetjmp");
int cassay_setjmp_3(void *buffer, int mask) { return set_by_pointer(); }
int cassay_setjmp_4(void *buffer, int mask) __asm__("__sigsetjmp");
int cassay_setjmp_4(void *buffer, int mask) { return set_by_pointer(); }
