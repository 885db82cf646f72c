//! String literals: read at a symbolic place, never written.
//@ revisions: ok bad
//@[bad] flags: -DBAD
//@[ok] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *s = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
  char own[8] = "written";
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= 78) return 0;
  char *p = k < 7 ? own : s;
#ifdef BAD
  p[k] = 'x'; //~[bad] pointer.constant
#else
  if (k < 7) p[k] = 'x';
  else assert(p[k] == 'a' + k % 26);
#endif
  return 0;
}
