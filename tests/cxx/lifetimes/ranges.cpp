//! A loop over a member of a temporary outlives the temporary.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <vector>

struct Box {
  int content[2] = {1, 2};
  const int (&items() const)[2] { return content; }
};

Box make() { return Box(); }

int main() {
  int sum = 0;
#ifdef BAD
  for (int item : make().items())
    sum += item; //~[bad]^ pointer.expired
#else
  Box box = make();
  for (int item : box.items())
    sum += item;
#endif
  assert(sum == 3);
}
