// Points and spans of time.
#ifndef CASSAY_TIME_TYPES_H
#define CASSAY_TIME_TYPES_H

#include <cassay/types.h>

struct timeval {
  __time_t tv_sec;
  __suseconds_t tv_usec;
};

struct timespec {
  __time_t tv_sec;
  long tv_nsec;
};

#endif
