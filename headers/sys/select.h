#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <cassay/time_types.h>
#include <cassay/types.h>

#define FD_SETSIZE 1024
#define __NFDBITS (8 * (int)sizeof(long))
#define NFDBITS __NFDBITS
typedef long fd_mask;
typedef struct {
  long __fds_bits[FD_SETSIZE / (8 * (int)sizeof(long))];
} fd_set;
typedef struct {
  unsigned long __val[1024 / (8 * sizeof(unsigned long))];
} __sigset_t;

#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
#define FD_SET(fd, set)                                                                            \
  ((void)((set)->__fds_bits[(fd) / __NFDBITS] |= (long)(1UL << ((fd) % __NFDBITS))))
#define FD_CLR(fd, set)                                                                            \
  ((void)((set)->__fds_bits[(fd) / __NFDBITS] &= ~(long)(1UL << ((fd) % __NFDBITS))))
#define FD_ISSET(fd, set)                                                                          \
  (((set)->__fds_bits[(fd) / __NFDBITS] & (long)(1UL << ((fd) % __NFDBITS))) != 0)

int select(int, fd_set *__CASSAY_RESTRICT, fd_set *__CASSAY_RESTRICT, fd_set *__CASSAY_RESTRICT,
           struct timeval *__CASSAY_RESTRICT);
int pselect(int, fd_set *__CASSAY_RESTRICT, fd_set *__CASSAY_RESTRICT, fd_set *__CASSAY_RESTRICT,
            const struct timespec *__CASSAY_RESTRICT, const __sigset_t *__CASSAY_RESTRICT);

#endif
