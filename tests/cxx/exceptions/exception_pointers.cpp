//! `std::exception_ptr` keeps an exception alive after its handler.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <exception>

struct Problem {
  int code;
};

std::exception_ptr keep() {
  try {
    throw Problem{4};
  } catch (...) {
    return std::current_exception();
  }
}

int main() {
  std::exception_ptr kept = keep();
  assert(kept);
  int got = 0;
  for (int i = 0; i < 2; i++)
    try {
      std::rethrow_exception(kept);
    } catch (Problem &problem) {
      got += problem.code;
      problem.code++;
    }
#ifdef BAD
  assert(got == 8); //~[bad] assertion
#else
  assert(got == 9);
#endif
}
