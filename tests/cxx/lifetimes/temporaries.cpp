//! A reference that is bound to a temporary keeps it alive, but not through a function or a member.
//@ revisions: good function member
//@ verdict: safe
//@[function] flags: -DFUNCTION
//@[function] verdict: unsafe
//@[member] flags: -DMEMBER
//@[member] verdict: unsafe
#include <assert.h>

const int &larger(const int &a, const int &b) { return a < b ? b : a; }

struct Holder {
  const int &held;
  Holder(const int &number) : held(number) {}
};

int twice(int n) { return 2 * n; }

int main() {
#if defined FUNCTION
  const int &result = larger(twice(1), twice(2));
  assert(result == 4); //~[function] pointer.expired
#elif defined MEMBER
  Holder holder(twice(2));
  assert(holder.held == 4); //~[member] pointer.expired
#else
  const int &result = twice(2);
  assert(result == 4);
  assert(larger(twice(1), twice(2)) == 4);
  int number = twice(2);
  Holder holder(number);
  assert(holder.held == 4);
#endif
}
