// Results of system calls: success or an arbitrary error, a new file descriptor, a number of bytes.
#ifndef CASSAY_RESULTS_H
#define CASSAY_RESULTS_H

#include "cassay.h"
#include <errno.h>
#include <sys/types.h>

// Zero, or -1 with an arbitrary error number.
static inline int outcome(void) {
  if (!__cassay_any_bool("the operation fails"))
    return 0;
  int error = __cassay_any_int("errno");
  __cassay_assume(error > 0 && error < 134);
  errno = error;
  return -1;
}

static inline int new_file(void) {
  if (outcome() != 0)
    return -1;
  int file = __cassay_any_int("file number");
  __cassay_assume(file >= 0);
  return file;
}

// How many of n bytes were transferred, or -1.
static inline ssize_t moved(size_t n) {
  if (outcome() != 0)
    return -1;
  ssize_t count = (ssize_t)__cassay_any_size("number of bytes");
  __cassay_assume(count >= 0 && (size_t)count <= n);
  return count;
}

#endif
