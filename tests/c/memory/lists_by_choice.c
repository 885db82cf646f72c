//! Lists whose length depends on inputs: addresses, numbers that lead back, constants, lives and leaks in all of them.
//@ revisions: good number end freed left
//@ flags: --memory-leak-check
//@[number] flags: -DNUMBER
//@[end] flags: -DEND
//@[freed] flags: -DFREED
//@[left] flags: -DLEFT
//@[good] verdict: safe
//@[number] verdict: safe
//@[end] verdict: unsafe
//@[freed] verdict: unsafe
//@[left] verdict: unsafe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
_Bool nondet_bool(void);
struct node {
  int value;
  struct node *next;
};
static int read(const int *place) { return *place; }
int main(void) {
  struct node *head = 0;
  int count = 0;
  for (int i = 0; i < 4; i++) {
    if (nondet_bool()) {
      struct node *new = malloc(sizeof *new);
      if (!new)
        continue;
      const int value = i + count;
      new->value = read(&value);
      new->next = head;
      head = new;
      count++;
    }
    const int both[2] = {i, count};
    assert(read(both + 1) == count);
  }
  struct node *other = malloc(sizeof *other);
  if (other && head)
    assert((uintptr_t)other != (uintptr_t)head);
  if (head && head->next)
    assert((uintptr_t)head != (uintptr_t)head->next);
  free(other);
#ifdef NUMBER
  if (head) {
    uintptr_t number = (uintptr_t)head;
    number ^= 1;
    number ^= 1;
    assert(((struct node *)number)->value == head->value);
  }
#endif
  int length = 0;
  for (struct node *node = head; node; node = node->next)
    length++;
  assert(length == count);
#ifdef END
  assert(length != 3); //~[end] assertion
#endif
#ifdef FREED
  if (count == 2)
    free(head->next);
#endif
#ifndef LEFT
  while (head) {
    struct node *node = head;
    head = node->next; //~[freed] pointer.freed
    free(node);
  }
#endif
  return 0;
} //~[left] memory-cleanup
