//! A compound literal lives as long as the block around it: also one without braces.
//@ revisions: block branch body condition again ok
//@[block] flags: -DBLOCK
//@[branch] flags: -DBRANCH
//@[body] flags: -DBODY
//@[condition] flags: -DCONDITION
//@[again] flags: -DAGAIN
//@[block] verdict: unsafe
//@[branch] verdict: unsafe
//@[body] verdict: unsafe
//@[condition] verdict: unsafe
//@[again] verdict: unsafe
//@[ok] verdict: safe
//@[again] unseen: both lives have one address, which is alive again
#include <assert.h>
extern int nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static int first(struct node *list) { return list->value + list->next->value; }

int main(void) {
  int zero = 0;
  int *p = &zero, *q;
#ifdef BLOCK
  {
    p = (int[]){1, 2};
    assert(p[1] == 2);
  }
  return *p; //~[block] pointer.expired
#endif
#ifdef BRANCH
  if (nondet_int())
    p = &(int){1};
  return *p; //~[branch] pointer.expired
#endif
#ifdef BODY
  int n = 0;
  while (n < 2)
    p = &(int){n++};
  return *p; //~[body] pointer.expired
#endif
#ifdef CONDITION
  if (*(p = &(int){1}) > 0) {
    assert(*p == 1);
  } else
    assert(*p > 1);
  return *p; //~[condition] pointer.expired
#endif
  for (int i = 0; i < 2; i++) {
    q = &(int){i};
#ifdef AGAIN
    if (i == 1)
      return *p; //~[again] pointer.expired
#endif
    assert(*q == i);
    p = q;
  }
  // In one block, a literal that is reached again is the same object (C17 6.5.2.5p16).
  int j = 0;
  p = 0;
again:
  q = p, p = &(int){j++};
  if (j < 2)
    goto again;
  assert(p == q && *q == 1);
  assert(first(&(struct node){3, &(struct node){4, 0}}) == 7);
  p = &(int){9};
  {
    assert(*p == 9);
  }
  return *p - 9;
}
