// Allocation functions other than malloc, calloc and free, which are built in. Where malloc may fail, these
// may fail as well, and errno is set.
#include "cassay.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 4096

void *realloc(void *old, size_t size) {
  if (!old)
    return malloc(size);
  if (size == 0) {
    free(old);
    return NULL;
  }
  void *fresh = malloc(size);
  // The old object stays allocated.
  if (!fresh)
    return NULL;
  // A dead object has no bytes to copy. The violation is reported by free below.
  size_t whole = __cassay_object_size(old), before = __cassay_offset(old);
  size_t present = before < whole ? whole - before : 0;
  memcpy(fresh, old, present < size ? present : size);
  free(old);
  return fresh;
}

void *reallocarray(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, bytes);
}

static void *aligned(void *fresh, size_t alignment) {
  if (fresh && alignment > 16)
    __cassay_assume(((uintptr_t)fresh & (alignment - 1)) == 0);
  return fresh;
}

static _Bool is_power(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

// Any size is allowed. An invalid alignment makes the call fail (C17 7.22.3.1).
void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return aligned(malloc(size), alignment);
}

void *memalign(size_t alignment, size_t size) {
  CLAIM(is_power(alignment), "the alignment is a power of two");
  return aligned(malloc(size), alignment);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (!is_power(alignment) || alignment % sizeof(void *) != 0)
    return EINVAL;
  // Only the result reports a failure; errno is not set.
  int before = errno;
  void *fresh = aligned(malloc(size), alignment);
  errno = before;
  if (!fresh)
    return ENOMEM;
  *place = fresh;
  return 0;
}

void *valloc(size_t size) { return aligned(malloc(size), PAGE); }

void *pvalloc(size_t size) {
  if (size > SIZE_MAX - (PAGE - 1)) {
    errno = ENOMEM;
    return NULL;
  }
  return aligned(malloc((size + (PAGE - 1)) & ~(size_t)(PAGE - 1)), PAGE);
}

void cfree(void *old) { free(old); }

size_t malloc_usable_size(void *object) { return object ? __cassay_object_size(object) : 0; }
