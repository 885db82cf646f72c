//! Non-local jumps and exceptions in one program, at different places.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <setjmp.h>

jmp_buf place;

void fail(int n) {
  if (n == 1)
    throw n;
}

int with_exception(int n) {
  try {
    fail(n);
  } catch (int) {
    return 10;
  }
  return 0;
}

void jump() { longjmp(place, 5); }

int main() {
  int got = setjmp(place);
  if (got == 0) {
    assert(with_exception(1) == 10);
    jump();
  }
#ifdef BAD
  assert(got == 0); //~[bad] assertion
#else
  assert(got == 5);
#endif
}
