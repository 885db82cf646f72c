//! Common instructions of x86 are followed exactly.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@ lacks: note: inline assembly
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint(), r, kept = 7;
  unsigned char flag;
  __asm__("bswap %0" : "=r"(r) : "0"(x));
  assert(r == __builtin_bswap32(x));
  __asm__("cmpl %1,%2; sbbl %0,%0" : "=r"(r) : "r"(x), "r"(y) : "cc");
  assert(r == (y < x ? -1u : 0));
  r = x;
  __asm__("roll $5,%0" : "+r"(r));
  assert(r == (x << 5 | x >> 27));
  r = x;
  __asm__("rorl %b1,%0" : "+r"(r) : "c"(y));
  assert(r == (x >> (y & 31) | x << (-y & 31)));
  r = x;
  __asm__("add %1,%0; adc $0,%0" : "+r"(r) : "ir"(y));
  assert(r == x + y + (x + y < x));
  r = 77;
  __asm__("bsfl %1,%0" : "+r"(r) : "rm"(x));
  assert(x ? r == (unsigned)__builtin_ctz(x) : r == 77);
  __asm__("testl %1,%1" : "=@ccz"(flag) : "r"(x));
  assert(flag == (x == 0));
  __asm__("cmp %2,%1; setb %b0" : "=q"(flag) : "r"(x), "g"(5));
  assert(flag == (x < 5));
  __asm__("cmpl %2,%1; movl $3,%0; cmovgl %2,%0" : "=&r"(r) : "r"(x), "r"(y));
  assert(r == ((int)x > (int)y ? y : 3));
  __asm__("movl %1,%%eax; notl %%eax; movl %%eax,%0" : "=r"(r) : "m"(kept) : "eax");
  assert(r == ~7u);
#ifdef BAD
  __asm__("subl %1,%0" : "+r"(x) : "r"(y));
  assert(x != 5); //~[bad] assertion
#endif
  return 0;
}
