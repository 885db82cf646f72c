//! Variable-length arrays of no positive size, in one dimension and in several.
//@ revisions: zero negative inner huge good off
//@[zero] flags: -DN=0
//@[negative] flags: -DN=-3
//@[inner] flags: -DM=0
//@[huge] flags: -DHUGE
//@[off] flags: -DM=0 --no-vla-size-check --no-bounds-check
//@[zero] verdict: unsafe
//@[negative] verdict: unsafe
//@[inner] verdict: unsafe
//@[huge] verdict: unsafe
//@[huge] contains: array on the stack is larger than the address space can hold
//@[huge] unseen: clang and gcc take the size modulo the address space
//@[good] verdict: safe
//@[off] verdict: safe
#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif

unsigned long nondet_ulong(void);

int main(void) {
  int n = N, m = M;
#ifdef HUGE
  unsigned long many = nondet_ulong() | 1;
  long table[many]; //~[huge] vla-size
#else
  unsigned long many = (nondet_ulong() | 1) >> 4;
  long table[many | 1];
#endif
  int line[n];     //~[zero] vla-size //~[negative] vla-size
  char grid[3][m]; //~[inner] vla-size
  return sizeof line + sizeof grid + sizeof table == 0;
}
