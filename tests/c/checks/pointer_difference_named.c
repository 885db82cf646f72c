//! Differences of arrays by name, of pointers that have left their object, and of members.
//@ revisions: locals local_bytes globals elsewhere variables before behind by_name characters mixed same numbers members
//@[locals] flags: -DLOCALS
//@[locals] verdict: unsafe
//@[local_bytes] flags: -DLOCAL_BYTES
//@[local_bytes] verdict: unsafe
//@[globals] flags: -DGLOBALS
//@[globals] verdict: unsafe
//@[elsewhere] flags: -DELSEWHERE
//@[elsewhere] verdict: unsafe
//@[variables] flags: -DVARIABLES
//@[variables] verdict: unsafe
//@[before] flags: -DBEFORE
//@[before] verdict: unsafe
//@[behind] flags: -DBEHIND
//@[behind] verdict: unsafe
//@[by_name] flags: -DBY_NAME
//@[by_name] verdict: unsafe
//@[characters] flags: -DCHARACTERS
//@[characters] verdict: unsafe
//@[mixed] flags: -DNUMBERS -DCHARACTERS
//@[mixed] verdict: unsafe
//@[same] flags: -DSAME
//@[same] verdict: safe
//@[numbers] flags: -DNUMBERS
//@[numbers] verdict: safe
//@[members] flags: -DMEMBERS
//@[members] verdict: safe
//@[before] unseen: the machine subtracts any addresses
//@[by_name] unseen: the machine subtracts any addresses
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int a[4], b[4], x, y;
static char first[4], second[4];
static struct {
  int first[4], second[4];
} s, t;
int main(void) {
  int la[4], lb[4];
  char ca[4], cb[4];
  unsigned i = __VERIFIER_nondet_uint() % 9;
  long d = 0;
#ifdef LOCALS
  d = la - lb; //~[locals] pointer-difference
#endif
#ifdef LOCAL_BYTES
  d = ca - cb; //~[local_bytes] pointer-difference
#endif
#ifdef GLOBALS
  d = a - b; //~[globals] pointer-difference
#endif
#ifdef ELSEWHERE
  d = s.first - &t.first[2]; //~[elsewhere] pointer-difference
#endif
#ifdef VARIABLES
  d = &x - &y; //~[variables] pointer-difference
#endif
#ifdef BEFORE
  int *p = a + 2;
  p -= 3;
  d = a - p; //~[before] pointer-difference
#endif
#ifdef BEHIND
  int *p = a, *q;
  q = p + i;
  d = q - p; //~[behind] pointer-difference
#endif
#ifdef BY_NAME
  d = &a[7] - a; //~[by_name] pointer-difference
#endif
#ifdef CHARACTERS
  if (i == 3)
    d = first - second; //~[characters] pointer-difference //~[mixed] pointer-difference
#endif
#ifdef SAME
  int *p = a + 4;
  d = p - a;
  assert(d == 4 && &la[4] - la == 4 && &cb[3] - cb == 3);
#endif
#ifdef NUMBERS
  char *c = ca;
  d = (uintptr_t)ca - (uintptr_t)cb;
  d = (uintptr_t)a - (uintptr_t)b;
  d = (uintptr_t)second - (uintptr_t)first;
  d = (char *)a - (char *)0;
#endif
#ifdef MEMBERS
  d = &s.second[1] - s.first;
  assert(d == 5);
#endif
  return 0;
}
