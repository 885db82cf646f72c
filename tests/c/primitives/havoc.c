//! Memory given any contents may hold anything, in one piece or as a whole.
//@ verdict: unsafe
//@ flags: --multi-property
#include <assert.h>
#include <stddef.h>
void __cassay_havoc(void *bytes, size_t n, const char *what);
void __cassay_havoc_object(const void *object, const char *what);
int main(void) {
  int pair[2] = {1, 2};
  __cassay_havoc(&pair[1], sizeof(int), "second");
  assert(pair[0] == 1);
  assert(pair[1] == 2); //~ assertion
  __cassay_havoc_object(&pair[1], "pair");
  assert(pair[0] == 1); //~ assertion
  return 0;
}
