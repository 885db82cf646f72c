//! No proof by induction or by abstract interpretation overlooks that a pointer made from a number, read
//! from bytes, never written or taken from outside may lead to a variable.
//@ revisions: bytes union input unset function within
//@[bytes] flags: -DBYTES
//@[bytes] verdict: unsafe
//@[union] flags: -DUNION
//@[union] verdict: unsafe
//@[input] flags: -DINPUT
//@[input] verdict: unsafe
//@[input] unseen: it rests on the address of a variable, which the compiler chooses
//@[unset] flags: -DUNSET
//@[unset] verdict: unsafe
//@[function] flags: -DFUNCTION
//@[function] verdict: unsafe
//@[within] flags: -DWITHIN
//@[within] verdict: unsafe
//@ again: --k-induction
#include <assert.h>
#include <stdint.h>
#include <string.h>

int x, y;
int __VERIFIER_nondet_int(void);
void *nondet_ptr(void);

union image {
  int *pointer;
  unsigned char bytes[sizeof(int *)];
};

static void copy(unsigned char *to, const unsigned char *from) {
  for (unsigned i = 0; i < sizeof(void *); i++) {
    unsigned char byte = 0;
    for (int bit = 0; bit < 8; bit++)
      if (from[i] >> bit & 1)
        byte |= 1 << bit;
    to[i] = byte;
  }
}

static void set(void) { x = 1; }
static void keep(void) {}

int main(void) {
#ifdef BYTES
  int *p = &y, *q = &x;
  unsigned char from[sizeof p], to[sizeof p];
  memcpy(from, &q, sizeof q);
  copy(to, from);
  memcpy(&p, to, sizeof p);
  while (__VERIFIER_nondet_int())
    *p = 1;
#elif defined UNION
  union image from, to;
  from.pointer = &x;
  to.pointer = &y;
  copy(to.bytes, from.bytes);
  while (__VERIFIER_nondet_int())
    *to.pointer = 1;
#elif defined INPUT || defined UNSET
  int *p;
#ifdef INPUT
  p = nondet_ptr();
#endif
  if (__VERIFIER_nondet_int())
    p = &y;
  if (p != &x && p != &y)
    return 0;
  while (__VERIFIER_nondet_int())
    *p = 1;
#elif defined FUNCTION
  void (*f)(void) = keep, (*g)(void) = set;
  unsigned char from[sizeof f], to[sizeof f];
  memcpy(from, &g, sizeof g);
  copy(to, from);
  memcpy(&f, to, sizeof f);
  while (__VERIFIER_nondet_int())
    f();
#else
  int *p = 0, *q = &x;
  while (__VERIFIER_nondet_int()) {
    if (p)
      *p = 1;
    else
      copy((unsigned char *)&p, (unsigned char *)&q);
  }
#endif
  assert(x == 0); //~[bytes] assertion //~[union] assertion //~[input] assertion //~[unset] assertion //~[function] assertion //~[within] assertion
  return 0;
}
