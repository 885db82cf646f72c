//! Deleted objects are not used, and are deleted once.
//@ revisions: good used twice
//@[good] verdict: safe
//@[used] flags: -DUSED
//@[used] verdict: unsafe
//@[twice] flags: -DTWICE
//@[twice] verdict: unsafe
#include <assert.h>

struct Node {
  int value;
  Node *next;
};

int main() {
  Node *node = new Node{1, nullptr};
  Node *other = new Node{2, node};
  int sum = node->value + other->next->value;
  assert(sum == 2);
  delete node;
#ifdef USED
  sum += other->next->value; //~[used] pointer.freed
#endif
#ifdef TWICE
  delete other->next; //~[twice] free.double
#endif
  delete other;
  Node *none = nullptr;
  delete none;
}
