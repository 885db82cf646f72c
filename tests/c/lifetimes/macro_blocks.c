//! Blocks and literals that macros make have their own lives, although they share one place.
//@ revisions: bad ok
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ok] verdict: safe
#include <assert.h>

#define SUM(list, n)                                                                               \
  ({                                                                                               \
    int *from = (list), sum_ = 0;                                                                  \
    for (int k = 0; k < (n); k++)                                                                  \
      sum_ += from[k];                                                                             \
    sum_;                                                                                          \
  })
#define LIST(...) ((int[]){__VA_ARGS__})
#define KEEP(p, v)                                                                                 \
  do {                                                                                             \
    p = &(int){v};                                                                                 \
    assert(*p == v);                                                                               \
  } while (0)

int main(void) {
  int *p = 0;
  assert(SUM(LIST(1, 2, 3), 3) == 6);
  for (int i = 0; i < 2; i++)
    KEEP(p, i + 1);
#ifdef BAD
  return *p; //~[bad] pointer.expired
#else
  int *q = LIST(4, 5);
  return SUM(q, 2) - 9;
#endif
}
