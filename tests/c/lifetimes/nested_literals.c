//! Literals inside of literals, in initialisers, headers of loops and expressions live as long as the
//! block around all of them.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

static int sum(struct node *list) {
  int total = 0;
  for (; list; list = list->next)
    total += list->value; //~[bad] pointer.expired
  return total;
}

int main(void) {
  assert(sum(&(struct node){1, &(struct node){2, &(struct node){3, 0}}}) == 6);
  struct node *keep = &(struct node){1, &(struct node){2, 0}};
  assert(sum(keep) == 3);
#ifdef BAD
  {
    keep->next = &(struct node){5, 0};
  }
  assert(sum(keep) == 6);
#endif
  int **table = (int *[]){(int[]){1, 2}, &(int){5}};
  assert(table[0][1] == 2 && *table[1] == 5);
  struct node nodes[2] = {[0] = *&(struct node){7, 0}, [1] = {8, &(struct node){9, 0}}};
  assert(nodes[0].value + nodes[1].next->value == 16);
  for (struct node *i = &(struct node){3, &(struct node){4, 0}}; i; i = i->next)
    assert(i->value == 3 || i->value == 4);
  int k = 0;
  do {
    int *z = &(int){k};
    assert(*z == k);
  } while (++k < 3);
  return ({
    int *q = (int[]){0};
    *q;
  });
}
