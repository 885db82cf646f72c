//! Two objects that share each other are never freed; a weak pointer breaks the circle.
//@ revisions: good bad
//@ flags: --memory-leak-check
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <memory>

int alive;

struct Node {
  std::shared_ptr<Node> next;
#ifdef BAD
  std::shared_ptr<Node> previous;
#else
  std::weak_ptr<Node> previous;
#endif
  Node() { alive++; }
  ~Node() { alive--; }
};

int main() {
  {
    std::shared_ptr<Node> first(new Node), second(new Node);
    first->next = second;
    second->previous = first;
    assert(first.use_count() >= 1 && second.use_count() == 2);
  }
  assert(alive == 0); //~[bad] assertion
}
