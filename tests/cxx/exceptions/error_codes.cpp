//! Errors of the system keep their numbers on the way to a handler; their texts are unknown.
//@ revisions: good early bad
//@ one-library: with libc++ the length of a text is searched for, and it is any
//@[good] verdict: safe
//@[early] flags: -DEARLY
//@[early] verdict: unsafe
//@[bad] flags: -DBAD
//@[bad] verdict: unknown
//@[bad] known-wrong: unsafe the claim about the text goes before, so that the way to this one rests on the text
//@[bad] because: rests on the approximate length of the text
#include <assert.h>
#include <string.h>
#include <system_error>

int main() {
  int seen = 0;
#ifdef EARLY
  assert(std::error_code(2, std::system_category()).value() != 2); //~[early] assertion
#endif
  try {
    throw std::system_error(std::make_error_code(std::errc::timed_out));
  } catch (const std::system_error &error) {
    seen = error.code().value();
    assert(error.code().category() == std::generic_category());
    assert(error.code() == std::errc::timed_out);
    assert(error.what()[0] != 0);
  }
  assert(seen == 110);
  std::error_code none;
  assert(!none);
#ifdef BAD
  assert(std::error_code(2, std::system_category()).value() != 2);
#endif
}
