//! Nodes of a set are where its allocator puts them, and elements all the same.
//@ revisions: good pool
//@ verdict: safe
//@[pool] flags: -DPOOL
//@[pool] verdict: unsafe
#include <assert.h>
#include <cstddef>
#include <functional>
#include <set>

alignas(16) char memory[256];
std::size_t used;

template <class T> struct Pool {
  using value_type = T;
  Pool() = default;
  template <class U> Pool(const Pool<U> &) {}
  T *allocate(std::size_t count) {
    char *place = memory + used;
    used += (count * sizeof(T) + 15) / 16 * 16;
#ifdef POOL
    assert(used <= 40); //~[pool] assertion
#endif
    return reinterpret_cast<T *>(place);
  }
  void deallocate(T *, std::size_t) {}
  bool operator==(const Pool &) const { return true; }
  bool operator!=(const Pool &) const { return false; }
};

int main() {
  std::set<int, std::less<int>, Pool<int>> numbers;
  numbers.insert(3);
  numbers.insert(2);
  auto least = numbers.begin();
  assert(*least == 2);
  ++least;
  assert(*least == 3);
}
