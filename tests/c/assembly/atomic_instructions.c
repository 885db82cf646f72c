//! Instructions on memory write there and nowhere else.
//@ verdict: safe
//@ lacks: note: inline assembly
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint(), old = x, cell = 7, beside = 9;
  unsigned char flag;
  __asm__ volatile("xchgl %0,%1" : "+r"(old), "+m"(cell) : : "memory");
  assert(old == 7 && cell == x);
  __asm__ volatile("lock; xaddl %0,%1" : "+r"(old), "+m"(cell) : : "memory", "cc");
  assert(old == x && cell == x + 7);
  unsigned before = cell;
  __asm__ volatile("lock cmpxchgl %2,%1" : "=a"(old), "+m"(cell) : "r"(y), "0"(x) : "memory");
  assert(old == before && cell == (before == x ? y : before));
  before = cell;
  __asm__ volatile("lock decl %0; sete %1" : "+m"(cell), "=qm"(flag) : : "memory");
  assert(cell == before - 1 && flag == (cell == 0));
  __asm__ volatile("lock btsl $3,%0" : "+m"(cell) : : "memory");
  assert(cell == ((before - 1) | 8));
  assert(beside == 9);
  return 0;
}
