//! Nodes of a list are where its allocator puts them, and elements all the same.
//@ revisions: good pool
//@ verdict: safe
//@[pool] flags: -DPOOL
//@[pool] verdict: unsafe
#include <assert.h>
#include <cstddef>
#include <list>

alignas(16) char memory[256];
std::size_t used;

template <class T> struct Pool {
  using value_type = T;
  Pool() {}
  template <class U> Pool(const Pool<U> &) {}
  T *allocate(std::size_t n) {
    std::size_t at = used;
    used += (n * sizeof(T) + 15) / 16 * 16;
#ifdef POOL
    assert(used <= 64); //~[pool] assertion
#endif
    return reinterpret_cast<T *>(memory + at);
  }
  void deallocate(T *, std::size_t) {}
  bool operator==(const Pool &) const { return true; }
  bool operator!=(const Pool &) const { return false; }
};

int main() {
  std::list<int, Pool<int>> list;
  for (int i = 0; i < 4; i++)
    list.push_back(i);
  int sum = 0;
  for (int number : list)
    sum += number;
  assert(sum == 6);
}
