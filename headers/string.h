#ifndef _STRING_H
#define _STRING_H

#include <cassay/types.h>
#define __need_NULL
#include <stddef.h>

void *memcpy(void *__CASSAY_RESTRICT, const void *__CASSAY_RESTRICT, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memccpy(void *__CASSAY_RESTRICT, const void *__CASSAY_RESTRICT, int, size_t);
void *mempcpy(void *__CASSAY_RESTRICT, const void *__CASSAY_RESTRICT, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
void explicit_bzero(void *, size_t);

size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strcpy(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT);
char *strncpy(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
char *stpcpy(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT);
char *stpncpy(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
char *strcat(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT);
char *strncat(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
size_t strlcpy(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
size_t strlcat(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
char *strchr(const char *, int);
char *strchrnul(const char *, int);
char *strrchr(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
char *strtok(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT);
char *strtok_r(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT);
char *strsep(char **__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strerror(int);
int __xpg_strerror_r(int, char *, size_t);
#ifdef _GNU_SOURCE
char *strerror_r(int, char *, size_t);
#else
int strerror_r(int, char *, size_t) __asm__("__xpg_strerror_r");
#endif
char *strsignal(int);

#include <strings.h>

#endif
