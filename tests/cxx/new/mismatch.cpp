//! What new returned is deleted, what new[] returned is deleted as an array, and what malloc returned is freed.
//@ revisions: good end array plain free malloc
//@[good] verdict: safe
//@[end] flags: -DEND
//@[end] verdict: unsafe
//@[array] flags: -DARRAY
//@[array] verdict: unsafe
//@[plain] flags: -DPLAIN
//@[plain] verdict: unsafe
//@[free] flags: -DFREE
//@[free] verdict: unsafe
//@[malloc] flags: -DMALLOC --force-malloc-success
//@[malloc] verdict: unsafe
#include <assert.h>
#include <stdlib.h>

int main() {
  int *one = new int(5);
  int *many = new int[3];
  int *other = static_cast<int *>(malloc(sizeof(int)));
  many[2] = *one;
  assert(many[2] == 5);
#if defined ARRAY
  delete[] one; //~[array] free.mismatch
  delete[] many;
  free(other);
#elif defined PLAIN
  delete one;
  delete many; //~[plain] free.mismatch
  free(other);
#elif defined FREE
  free(one); //~[free] free.mismatch
  delete[] many;
  free(other);
#elif defined MALLOC
  delete one;
  delete[] many;
  delete other; //~[malloc] free.mismatch
#else
  delete one;
  delete[] many;
  free(other);
#endif
#ifdef END
  assert(0); //~[end] assertion
#endif
}
