//! The handlers of a function-try-block of a constructor see exceptions of members, and throw them again at their end.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

int seen;

struct Member {
  explicit Member(int n) {
    if (n < 0)
      throw n;
  }
};

struct Owner {
  Member member;
  explicit Owner(int n) try : member(n) {
  } catch (int) {
    seen++;
  }
};

int plain(int n) try {
  if (n > 5)
    throw n;
  return 0;
} catch (int number) {
  return number;
}

int main() {
  int n = __VERIFIER_nondet_int();
  bool thrown = false;
  try {
    Owner owner(n);
  } catch (int number) {
    thrown = true;
    assert(number == n);
  }
  assert(thrown == (n < 0));
#ifdef BAD
  assert(seen == 0); //~[bad] assertion
#else
  assert(seen == (n < 0));
#endif
  assert(plain(n) == (n > 5 ? n : 0));
}
