//! Two strings of up to 1000 characters are compared.
//@ paper: 6 EUREKA.StrCmp
//@ row: -DN=1000 --unwind 1001
//@ safe: -DN=8
//@ unsafe: -DN=8 -DBUG
#include <assert.h>
#ifndef N
#define N 1000
#endif
char nondet_char(void);
unsigned nondet_uint(void);

char s[N + 1], t[N + 1];

int main(void) {
  unsigned i, k = nondet_uint();
  for (i = 0; i < N; i++) {
    s[i] = nondet_char();
    t[i] = nondet_char();
  }
#ifndef BUG
  s[N] = t[N] = 0;
#else
  t[N] = 1;
#endif
  for (i = 0; s[i] == t[i] && s[i] != 0; i++)
    ;
  if (s[i] == t[i] && k < i)
    assert(s[k] == t[k] && s[k] != 0);
  assert(i <= N);
#ifdef BUG
  assert(i < N);
#endif
  return 0;
}
