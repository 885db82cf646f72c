//! Assembly that may change a mask is not passed over; that which computes or waits is.
//@ revisions: call register faults port computes waits
//@ flags: --interrupt change
//@[call] flags: -DCALL
//@[register] flags: -DREGISTER
//@[faults] flags: -DFAULTS
//@[port] flags: -DPORT
//@[computes] flags: -DCOMPUTES
//@[waits] flags: -DWAITS
//@[call] verdict: unknown
//@[call] because: inline assembly that may change which interrupts are masked
//@[register] verdict: unknown
//@[register] because: inline assembly that may change which interrupts are masked
//@[faults] verdict: unknown
//@[faults] because: inline assembly that may change which interrupts are masked
//@[port] verdict: unknown
//@[port] because: inline assembly that may change which interrupts are masked
//@[computes] verdict: safe
//@[waits] verdict: safe
#include <assert.h>

#if defined CALL
#define ASSEMBLY "bl board_unlock"
#elif defined REGISTER
#define ASSEMBLY "csrw mie, x0"
#elif defined FAULTS
#define ASSEMBLY "cpsie f"
#elif defined PORT
#define ASSEMBLY "out 0x3f, r0"
#elif defined COMPUTES
#define ASSEMBLY "rbit r0, r1"
#else
#define ASSEMBLY "wfi"
#endif

void cli(void);
void sei(void);

static volatile int x;

void change(void) { x = 1; }

int main(void) {
  cli();
  x = 0;
  __asm__ volatile(ASSEMBLY);
  assert(x == 0);
  sei();
  return 0;
}
