//! The most specialised template is chosen, and recursion over templates ends at a specialisation.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

template <class T> struct Kind {
  static const int value = 0;
};
template <class T> struct Kind<T *> {
  static const int value = 1 + Kind<T>::value;
};
template <> struct Kind<char> {
  static const int value = 10;
};

template <unsigned N> unsigned factorial() { return N * factorial<N - 1>(); }
template <> unsigned factorial<0>() { return 1; }

template <class T> int choose(T) { return 1; }
template <class T> int choose(T *) { return 2; }
int choose(int) { return 3; }

int main() {
  assert(Kind<int **>::value == 2 && Kind<char *>::value == 11);
  assert(factorial<5>() == 120);
  int n = 0;
  assert(choose(n) == 3 && choose(&n) == 2);
#ifdef BAD
  assert(choose('a') == 3); //~[bad] assertion
#else
  assert(choose('a') == 1);
#endif
}
