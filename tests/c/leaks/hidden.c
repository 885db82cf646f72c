//! Where a pointer may hide in bits, memory is neither lost nor proved to be tracked. When the bits
//! are gone, so is the memory.
//@ revisions: mixed gone halves
//@ flags: --property valid-memsafety --force-malloc-success
//@[mixed] contains: memory that an integer or an array may point to
//@[gone] flags: -DGONE
//@[halves] flags: -DHALVES
//@[mixed] verdict: unknown
//@[gone] verdict: unsafe
//@[halves] verdict: unknown
//@[halves] because: undefined behaviour that no enabled check guards: memory that an integer or an array may point to at the end of the program
#include <stdint.h>
#include <stdlib.h>
static uintptr_t mixed;
static unsigned short parts[4];
int main(void) {
  int *p = malloc(20);
#ifdef HALVES
  for (int i = 0; i < 4; i++)
    parts[i] = (uintptr_t)p >> (16 * i);
#else
  mixed = (uintptr_t)p ^ 0x5555;
#endif
#ifdef GONE
  mixed = 0;
  p = NULL;
#endif
  return 0; //~[gone] memory-leak
}
