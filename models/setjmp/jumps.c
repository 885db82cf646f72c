// Non-local jumps (C17 7.13). The front-end follows the control flow: behind every call of a function
// that may jump it looks whether a jump is under way, and leaves the function or goes to the place
// behind the call of setjmp that is meant. Here is what it looks at.
#include "cassay.h"

// A buffer says which running function called setjmp, and which of its calls that was.
struct place {
  unsigned level;
  unsigned number;
  unsigned call;
};

enum { MOST = 64 };

// How many functions run that call setjmp, how many have run, and the numbers of those that run.
static _Thread_local unsigned level, numbers;
static _Thread_local unsigned running[MOST + 1];
// The level a jump is on its way to, 0 when there is none, and what it brings.
_Thread_local unsigned __cassay_jump_level;
static _Thread_local unsigned target_call;
static _Thread_local int target_value;

// A function starts that calls setjmp.
unsigned __cassay_jump_enter(void) {
  if (level == MOST)
    __cassay_unsupported("more than 64 functions inside each other that call setjmp");
  level++;
  running[level] = ++numbers;
  return level;
}

// It ends, by itself or by a jump to another.
void __cassay_jump_leave(unsigned own) { level = own - 1; }

// It calls setjmp.
void __cassay_jump_set(void *buffer, unsigned own, unsigned call) {
  struct place *place = buffer;
  place->level = own;
  place->number = running[own];
  place->call = call;
}

// A jump has come to where it leads.
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

// The compiler would take it for granted that functions of these names do not return.
void cassay_longjmp(const void *buffer, int value) __asm__("longjmp");
void cassay_longjmp(const void *buffer, int value) { jump(buffer, value); }
void cassay_longjmp_2(const void *buffer, int value) __asm__("_longjmp");
void cassay_longjmp_2(const void *buffer, int value) { jump(buffer, value); }
void cassay_longjmp_3(const void *buffer, int value) __asm__("siglongjmp");
void cassay_longjmp_3(const void *buffer, int value) { jump(buffer, value); }
void cassay_longjmp_4(const void *buffer, int value) __asm__("__longjmp_chk");
void cassay_longjmp_4(const void *buffer, int value) { jump(buffer, value); }

// Calls by name never come here.
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
