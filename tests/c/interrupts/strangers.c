//! A function without a body that no list names may end a mask, for a while or for good.
//@ revisions: masked unmasked around read known
//@ flags: --interrupt change
//@[masked] verdict: safe
//@[unmasked] flags: -DUNMASKED
//@[unmasked] verdict: unknown
//@[unmasked] because: mask of interrupts behind board_unlock
//@[around] flags: -DAROUND
//@[around] verdict: unknown
//@[around] because: mask of interrupts behind board_unlock
//@[read] flags: -DREAD
//@[read] verdict: unknown
//@[read] because: mask of interrupts behind board_unlock
//@[known] flags: -DUNMASKED --interrupt-enable board_unlock
//@[known] verdict: unsafe
//@[known] unseen: no sanitizer calls a handler
#include <assert.h>

void cli(void);
void sei(void);
void board_unlock(void);
unsigned __get_PRIMASK(void);

static volatile int x;

void change(void) { x = 1; }

int main(void) {
#ifdef READ
  cli();
  board_unlock();
  assert(__get_PRIMASK() == 1);
  return 0;
#endif
#ifdef AROUND
  cli();
  x = 0;
  board_unlock();
#else
  board_unlock();
  cli();
  x = 0;
#ifdef UNMASKED
  board_unlock();
#endif
#endif
  assert(x == 0); //~[known] assertion
  sei();
  return 0;
}
