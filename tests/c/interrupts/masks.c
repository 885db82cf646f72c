//! A mask is a variable, or some bits of it, that masks or enables its handler.
//@ revisions: free masked enabled disabled bits otherbits off on
//@[free] flags: --interrupt change
//@[free] verdict: unsafe
//@[free] unseen: no sanitizer calls a handler
//@[masked] flags: --interrupt change:mask
//@[masked] verdict: safe
//@[enabled] flags: --interrupt change:!mask
//@[enabled] verdict: unsafe
//@[enabled] unseen: no sanitizer calls a handler
//@[disabled] flags: --interrupt change:!enable
//@[disabled] verdict: safe
//@[bits] flags: --interrupt change:mask&0x10
//@[bits] verdict: safe
//@[otherbits] flags: --interrupt change:mask&4
//@[otherbits] verdict: unsafe
//@[otherbits] unseen: no sanitizer calls a handler
//@[off] flags: --interrupt change --interrupts-off
//@[off] verdict: safe
//@[on] flags: --interrupt change --interrupts-off -DSTART
//@[on] verdict: unsafe
//@[on] unseen: no sanitizer calls a handler
#include <assert.h>

void sei(void);

static volatile int x;
static volatile unsigned mask = 1;
static volatile unsigned char enable = 1;

void change(void) { x = 1; }

int main(void) {
#ifdef START
  sei();
#endif
  mask |= 0x10;
  enable = 0;
  x = 0;
  assert(x == 0); //~[free] assertion //~[enabled] assertion //~[otherbits] assertion //~[on] assertion
  return 0;
}
