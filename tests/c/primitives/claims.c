//! The primitives that models use are there for every program.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[bad] contains: limit out of range
//@ contains: main: the limit is taken from outside
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
void __cassay_claim(_Bool condition, const char *class_id, const char *message);
void __cassay_assume(_Bool condition);
int __cassay_any_int(const char *what);
void __cassay_havoc(void *bytes, size_t n, const char *what);
void __cassay_havoc_object(const void *object, const char *what);
size_t __cassay_object_size(const void *pointer);
size_t __cassay_offset(const void *pointer);
void __cassay_note(const char *assumption);
int main(void) {
  int limit = __cassay_any_int("limit");
  __cassay_note("the limit is taken from outside");
#ifndef BAD
  __cassay_assume(limit > 0 && limit < 100);
#endif
  __cassay_claim(limit > 0, "library-call", "limit out of range"); //~[bad] library-call
  char block[8] = {0};
  __cassay_havoc(block + 2, 3, "middle");
  assert(block[0] == 0 && block[5] == 0);
  char *heap = malloc(12);
  if (heap) {
    assert(__cassay_object_size(heap + 4) == 12);
    assert(__cassay_offset(heap + 4) == 4);
    heap[0] = 1;
    __cassay_havoc_object(heap, "heap");
    free(heap);
  }
  assert(__cassay_object_size(NULL) == 0);
  return 0;
}
