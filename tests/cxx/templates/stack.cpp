//! A class template with a number as parameter.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

template <class T, int N> class Stack {
  T items[N];
  int count = 0;

public:
  bool push(T item) {
#ifdef BAD
    if (count > N)
#else
    if (count == N)
#endif
      return false;
    items[count++] = item; //~[bad] bounds
    return true;
  }
  T pop() { return items[--count]; }
  bool empty() const { return count == 0; }
};

int main() {
  Stack<int, 3> numbers;
  for (int i = 0; i < 4; i++)
    numbers.push(i);
  assert(numbers.pop() == 2);
  Stack<Stack<char, 1>, 1> nested;
  assert(nested.empty());
}
