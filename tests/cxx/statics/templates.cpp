//! Static members of templates are initialised once, and variables by constants before all others.
//@ revisions: good bad
//@ flags: --static-init-check
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

int calls;
int compute() { return ++calls; }

template <class T> struct Shared {
  static int number;
};
template <class T> int Shared<T>::number = compute();

extern int early;
int sum = early + 1;
int early = 41;

int main() {
  Shared<int> a;
  Shared<char> b;
  (void)a;
  (void)b;
  assert(Shared<int>::number != Shared<char>::number);
  assert(sum == 42);
#ifdef BAD
  assert(calls == 1); //~[bad] assertion
#else
  assert(calls == 2);
#endif
}
