// The allocator of Rust. Compilers give its functions names with the hash of the compiler's version, which
// the front-end drops.
#include "../cassay.h"
#include <stdlib.h>
#include <string.h>

// Rust's layouts are never larger than PTRDIFF_MAX. A program cannot go on when memory runs out, so that
// only executions in which it does not are of interest.
static void *obtain(size_t size, size_t align) {
  if (align > 16) {
    __cassay_unsupported("allocation with an alignment above 16");
  }
  __cassay_note("finds enough memory");
  void *fresh = malloc(size);
  __cassay_assume(fresh != 0);
  return fresh;
}

void *__rust_alloc(size_t size, size_t align) {
  return obtain(size, align);
}

void *__rust_alloc_zeroed(size_t size, size_t align) {
  void *fresh = obtain(size, align);
  memset(fresh, 0, size);
  return fresh;
}

void __rust_dealloc(void *old, size_t size, size_t align) {
  free(old);
}

void *__rust_realloc(void *old, size_t old_size, size_t align, size_t new_size) {
  void *fresh = obtain(new_size, align);
  memcpy(fresh, old, old_size < new_size ? old_size : new_size);
  free(old);
  return fresh;
}

// Exist so that a program without an allocator cannot be linked.
void __rust_no_alloc_shim_is_unstable_v2(void) {}
