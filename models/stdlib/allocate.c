// Allocation beside malloc, calloc and free, which Cassay knows itself. It always succeeds.
#include "cassay.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *realloc(void *old, size_t size) {
  if (!old)
    return malloc(size);
  if (size == 0) {
    free(old);
    return NULL;
  }
  void *fresh = malloc(size);
  // An object that is gone has no bytes to copy; freeing it is what is reported then.
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

static void *aligned(size_t alignment, size_t size) {
  void *fresh = malloc(size);
  if (alignment > 16)
    __cassay_assume(((uintptr_t)fresh & (alignment - 1)) == 0);
  return fresh;
}

static _Bool is_power(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (!is_power(alignment) || alignment % sizeof(void *) != 0)
    return EINVAL;
  *place = aligned(alignment, size);
  return 0;
}

void *valloc(size_t size) { return aligned(4096, size); }

void *pvalloc(size_t size) { return aligned(4096, (size + 4095) & ~(size_t)4095); }

void cfree(void *old) { free(old); }

size_t malloc_usable_size(void *object) { return object ? __cassay_object_size(object) : 0; }
