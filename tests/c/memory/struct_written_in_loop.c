//! A struct of 200 members written member by member, again and again: no write copies the struct.
//@ revisions: constant input bad
//@[constant] flags: -DN=40 -DVALUE(k)=(i+k)
//@[constant] stats: terms <= 3000
//@[input] flags: -DN=40 -DVALUE(k)=(x+i*k)
//@[input] stats: terms <= 20000
//@[bad] flags: -DN=40 -DVALUE(k)=(x+i*(k==299u?1u:k))
//@[constant] verdict: safe
//@[input] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

#define TEN(M, t) M(t##0) M(t##1) M(t##2) M(t##3) M(t##4) M(t##5) M(t##6) M(t##7) M(t##8) M(t##9)
#define ALL(M)                                                                                     \
  TEN(M, 10) TEN(M, 11) TEN(M, 12) TEN(M, 13) TEN(M, 14) TEN(M, 15) TEN(M, 16) TEN(M, 17)          \
  TEN(M, 18) TEN(M, 19) TEN(M, 20) TEN(M, 21) TEN(M, 22) TEN(M, 23) TEN(M, 24) TEN(M, 25)          \
  TEN(M, 26) TEN(M, 27) TEN(M, 28) TEN(M, 29)

#define MEMBER(k) unsigned f##k;
#define WRITE(k) s.f##k = VALUE(k##u);

struct large {
  ALL(MEMBER)
};

int main(void) {
  struct large s;
  unsigned x = __VERIFIER_nondet_uint();
  unsigned i;
  for (i = 0; i < N; i++) {
    ALL(WRITE)
  }
  i = N - 1;
  assert(s.f100 == VALUE(100u) && s.f299 == VALUE(299u));
  assert(s.f299 - s.f100 != 39u - 3900u); //~[bad] assertion
  return 0;
}
