//! An iterator to an erased element is of no use.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <list>

int main() {
  std::list<int> numbers = {1, 2, 3, 4};
  for (std::list<int>::iterator it = numbers.begin(); it != numbers.end();) {
    if (*it % 2) {
#ifdef BAD
      numbers.erase(it);
      ++it; //~[bad] pointer.freed
#else
      it = numbers.erase(it);
#endif
    } else {
      ++it;
    }
  }
  assert(numbers.size() == 2 && numbers.front() == 2 && numbers.back() == 4);
}
