// Doubly linked lists, on which std::list rests: a ring of nodes.
#include "cxx/cxx.h"

struct node {
  struct node *next, *previous;
};

void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct node *self, struct node *position) {
  self->next = position;
  self->previous = position->previous;
  position->previous->next = self;
  position->previous = self;
}

void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *self) {
  self->previous->next = self->next;
  self->next->previous = self->previous;
}

// Moves the nodes from `first` up to `last` before `self`.
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct node *self, struct node *first,
                                                          struct node *last) {
  if (self == last || first == last)
    return;
  struct node *end = last->previous, *before = first->previous;
  before->next = last;
  last->previous = before;
  first->previous = self->previous;
  self->previous->next = first;
  end->next = self;
  self->previous = end;
}

void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *self) {
  struct node *node = self;
  do {
    struct node *next = node->next;
    node->next = node->previous;
    node->previous = next;
    node = next;
  } while (node != self);
}

// Lets the neighbours of a header point at it; an empty list's header points at itself.
static void settle(struct node *header, struct node *old) {
  if (header->next == old) {
    header->next = header;
    header->previous = header;
  } else {
    header->next->previous = header;
    header->previous->next = header;
  }
}

void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct node *a, struct node *b) {
  struct node held = *a;
  *a = *b;
  *b = held;
  settle(a, b);
  settle(b, a);
}
