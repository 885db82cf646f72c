// Types that several headers define, as glibc has them on x86.
#ifndef CASSAY_TYPES_H
#define CASSAY_TYPES_H

#define __need_size_t
#include <stddef.h>

#define __CASSAY_NORETURN __attribute__((__noreturn__))
#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L
#define __CASSAY_RESTRICT restrict
#else
#define __CASSAY_RESTRICT __restrict
#endif

#ifdef __LP64__
typedef long __ssize_t;
#else
typedef int __ssize_t;
#endif
typedef long __off_t;
typedef __INT64_TYPE__ __off64_t;
typedef long __time_t;
typedef long __suseconds_t;
typedef long __clock_t;
typedef int __pid_t;
typedef unsigned __uid_t;
typedef unsigned __gid_t;
typedef unsigned __mode_t;
typedef __UINT64_TYPE__ __dev_t;
typedef unsigned long __ino_t;
#ifdef __LP64__
typedef unsigned long __nlink_t;
#else
typedef unsigned __nlink_t;
#endif
typedef long __blksize_t;
typedef long __blkcnt_t;
typedef int __clockid_t;
typedef unsigned __socklen_t;

#endif
