#ifndef _LIBC_LIMITS_H_
#define _LIBC_LIMITS_H_

#include_next <limits.h>

#undef MB_LEN_MAX
#define MB_LEN_MAX 16
#ifndef SSIZE_MAX
#ifdef __LP64__
#define SSIZE_MAX LONG_MAX
#else
#define SSIZE_MAX INT_MAX
#endif
#endif
#define NAME_MAX 255
#define PATH_MAX 4096
#define PIPE_BUF 4096
#define ARG_MAX 131072
#define IOV_MAX 1024
#define LINE_MAX 2048
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define SEM_VALUE_MAX 2147483647
#define HOST_NAME_MAX 64
#define LOGIN_NAME_MAX 256
#define OPEN_MAX 1024

#endif
