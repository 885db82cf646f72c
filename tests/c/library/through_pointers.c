//! Allocation and release through pointers to the library's functions.
//@ revisions: bad good
//@[bad] flags: -DLATE=1
//@[good] flags: -DLATE=0
//@[bad] verdict: unsafe
//@[good] verdict: safe
#include <stdlib.h>
#include <string.h>
struct allocator {
  void *(*get)(size_t);
  void (*put)(void *);
  void *(*copy)(void *, const void *, size_t);
};
static const struct allocator standard = {malloc, free, memcpy};
int main(void) {
  int one = 1;
  int *p = standard.get(sizeof *p);
  if (!p)
    return 0;
  standard.copy(p, &one, sizeof one);
  int seen = *p;
  standard.put(p);
  if (LATE)
    seen = *p; //~[bad] pointer.freed
  return seen;
}
