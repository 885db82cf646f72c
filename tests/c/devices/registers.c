//! Registers at fixed addresses: reads give any value, and no other address is valid.
//@ revisions: good bad outside unknown
//@ flags: --mmio 0x40000000:0x100
//@[bad] flags: -DBAD
//@[outside] flags: -DOUTSIDE
//@[unknown] flags: -DELSEWHERE
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[outside] verdict: unsafe
//@[unknown] verdict: unsafe
#include <assert.h>
#define STATUS (*(volatile unsigned *)0x40000004)
#define DATA ((volatile unsigned *)0x40000010)
static volatile unsigned *const control = (volatile unsigned *)0x400000fc;
int main(void) {
  unsigned long base = 0x40000000;
  volatile unsigned *computed = (volatile unsigned *)(base + 8);
  *control = 1;
  DATA[1] = STATUS & 7;
  unsigned a = DATA[1];
  *computed = a;
#ifdef BAD
  assert(a < 8); //~[bad] assertion
#endif
#ifdef OUTSIDE
  control[1] = 2; //~[outside] pointer.bounds
#endif
#ifdef ELSEWHERE
  *(volatile unsigned *)0x50000000 = 1; //~[unknown] pointer.invalid
#endif
  return 0;
}
