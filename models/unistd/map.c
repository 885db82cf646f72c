// Mapped memory: zeros, or arbitrary contents if a file is mapped. A call may fail.
#include "unistd/results.h"
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096

void *mmap(void *wanted, size_t length, int protection, int flags, int file, off_t offset) {
  __cassay_note("accesses to mapped memory are not checked against its protection");
  if (length == 0 || length > SIZE_MAX / 2 - PAGE || (offset & (PAGE - 1)) != 0) {
    errno = length > SIZE_MAX / 2 - PAGE ? ENOMEM : EINVAL;
    return MAP_FAILED;
  }
  if (flags & MAP_FIXED)
    __cassay_unsupported("mmap at a fixed address");
  if (outcome() != 0)
    return MAP_FAILED;
  size_t size = (length + (PAGE - 1)) & ~(size_t)(PAGE - 1);
  char *memory = __cassay_object(size);
  __cassay_assume(((uintptr_t)memory & (PAGE - 1)) == 0);
  if (flags & MAP_ANONYMOUS)
    memset(memory, 0, size);
  else
    __cassay_havoc(memory, size, "contents of the file");
  return memory;
}

void *mmap64(void *wanted, size_t length, int protection, int flags, int file, off_t offset) {
  return mmap(wanted, length, protection, flags, file, offset);
}

int munmap(void *memory, size_t length) {
  __cassay_hides("memory can still be used behind munmap");
  if (length == 0 || ((uintptr_t)memory & (PAGE - 1)) != 0) {
    errno = EINVAL;
    return -1;
  }
  return outcome();
}

int mprotect(void *memory, size_t length, int protection) {
  if (((uintptr_t)memory & (PAGE - 1)) != 0) {
    errno = EINVAL;
    return -1;
  }
  return outcome();
}

int msync(void *memory, size_t length, int flags) { return outcome(); }

int madvise(void *memory, size_t length, int advice) { return outcome(); }

int mlock(const void *memory, size_t length) { return outcome(); }

int munlock(const void *memory, size_t length) { return outcome(); }
