//! The forms of operator new and operator delete, called by the program itself.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <new>
#include <stdint.h>

struct alignas(64) Line {
  char bytes[64];
};

int main() {
  Line *line = new Line;
  Line *lines = new Line[2];
  assert(reinterpret_cast<uintptr_t>(line) % 64 == 0);
  lines[1].bytes[63] = 1;
  delete line;
  delete[] lines;
  void *raw = ::operator new(10);
  ::operator delete(raw, 10);
  raw = ::operator new[](10, std::nothrow);
  assert(raw);
#ifdef BAD
  ::operator delete[](raw, 11); //~[bad] free.size
#else
  ::operator delete[](raw, 10);
#endif
  char place[sizeof(int)] __attribute__((aligned(4)));
  int *inside = new (place) int(3);
  assert(*inside == 3);
}
