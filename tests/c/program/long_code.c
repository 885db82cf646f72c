//! Long code, as generators write it: four thousand cases of a decision, or as many scopes with a variable
//! each. The work grows with the length, so that each takes a moment.
//@ revisions: returns returns_bad cases cases_bad scopes scopes_bad
//@ flags: --timeout 600s
//@[returns] flags: -DRETURNS
//@[returns] verdict: safe
//@[returns_bad] flags: -DRETURNS -DBAD
//@[returns_bad] verdict: unsafe
//@[cases] flags: -DCASES
//@[cases] verdict: safe
//@[cases_bad] flags: -DCASES -DBAD
//@[cases_bad] verdict: unsafe
//@[scopes] verdict: safe
//@[scopes_bad] flags: -DBAD
//@[scopes_bad] verdict: unsafe
#include <assert.h>
int nondet_int(void);
#define TENS(N) \
  ONE(N##0) ONE(N##1) ONE(N##2) ONE(N##3) ONE(N##4) ONE(N##5) ONE(N##6) ONE(N##7) \
  ONE(N##8) ONE(N##9) ONE(N##a) ONE(N##b) ONE(N##c) ONE(N##d) ONE(N##e) ONE(N##f)
#define HUNDREDS(N) \
  TENS(N##0) TENS(N##1) TENS(N##2) TENS(N##3) TENS(N##4) TENS(N##5) TENS(N##6) TENS(N##7) \
  TENS(N##8) TENS(N##9) TENS(N##a) TENS(N##b) TENS(N##c) TENS(N##d) TENS(N##e) TENS(N##f)
#define ALL(N) \
  HUNDREDS(N##0) HUNDREDS(N##1) HUNDREDS(N##2) HUNDREDS(N##3) HUNDREDS(N##4) HUNDREDS(N##5) HUNDREDS(N##6) HUNDREDS(N##7) \
  HUNDREDS(N##8) HUNDREDS(N##9) HUNDREDS(N##a) HUNDREDS(N##b) HUNDREDS(N##c) HUNDREDS(N##d) HUNDREDS(N##e) HUNDREDS(N##f)
static int decide(int x) {
  int y = 0;
#if defined RETURNS
#define ONE(N) if (x == N) return N + 1;
  ALL(0x)
#elif defined CASES
#define ONE(N) case N: y = N + 1; break;
  switch (x) { ALL(0x) }
#else
#define ONE(N) { int v = N; int *p = &v; if (x == v) { *p = v + 1; y = v; } }
  ALL(0x)
#endif
  return y;
}
int main(void) {
  int y = decide(nondet_int());
  assert(y >= 0 && y < 10000);
#ifdef BAD
  assert(y != 1001); //~[returns_bad] assertion //~[cases_bad] assertion //~[scopes_bad] assertion
#endif
  return 0;
}
