#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#include <cassay/types.h>

typedef __ssize_t ssize_t;
typedef __off_t off_t;
typedef __off64_t off64_t;
typedef __off64_t loff_t;
typedef __time_t time_t;
typedef __clock_t clock_t;
typedef __clockid_t clockid_t;
typedef __suseconds_t suseconds_t;
typedef unsigned useconds_t;
typedef __pid_t pid_t;
typedef unsigned id_t;
typedef __uid_t uid_t;
typedef __gid_t gid_t;
typedef __mode_t mode_t;
typedef __dev_t dev_t;
typedef __ino_t ino_t;
typedef __nlink_t nlink_t;
typedef __blksize_t blksize_t;
typedef __blkcnt_t blkcnt_t;
typedef int key_t;
typedef void *timer_t;
typedef char *caddr_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
#ifndef _STDINT_H
#include <stdint.h>
#endif
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;

#include <cassay/pthread_types.h>
#include <endian.h>
#include <sys/select.h>

#endif
