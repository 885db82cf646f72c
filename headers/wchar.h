#ifndef _WCHAR_H
#define _WCHAR_H

#include <cassay/types.h>
#include <stdarg.h>
#include <stdio.h>
#define __need_NULL
#define __need_size_t
#define __need_wchar_t
#include <stddef.h>
#ifndef __cassay_wint_t_defined
#define __cassay_wint_t_defined
typedef unsigned wint_t;
#endif

#ifndef WEOF
#define WEOF 0xffffffffu
#endif
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#endif

typedef struct {
  int __count;
  union {
    unsigned __wide;
    char __bytes[4];
  } __value;
} mbstate_t;
struct tm;

size_t wcslen(const wchar_t *);
size_t wcsnlen(const wchar_t *, size_t);
wchar_t *wcscpy(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT);
wchar_t *wcsncpy(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, size_t);
wchar_t *wcscat(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT);
wchar_t *wcsncat(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, size_t);
wchar_t *wcpcpy(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT);
int wcscmp(const wchar_t *, const wchar_t *);
int wcsncmp(const wchar_t *, const wchar_t *, size_t);
int wcscasecmp(const wchar_t *, const wchar_t *);
int wcscoll(const wchar_t *, const wchar_t *);
size_t wcsxfrm(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, size_t);
wchar_t *wcschr(const wchar_t *, wchar_t);
wchar_t *wcsrchr(const wchar_t *, wchar_t);
size_t wcsspn(const wchar_t *, const wchar_t *);
size_t wcscspn(const wchar_t *, const wchar_t *);
wchar_t *wcspbrk(const wchar_t *, const wchar_t *);
wchar_t *wcsstr(const wchar_t *, const wchar_t *);
wchar_t *wcstok(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT);
wchar_t *wcsdup(const wchar_t *);
wchar_t *wmemcpy(wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, size_t);
wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *wmemset(wchar_t *, wchar_t, size_t);
int wmemcmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *wmemchr(const wchar_t *, wchar_t, size_t);

wint_t btowc(int);
int wctob(wint_t);
int mbsinit(const mbstate_t *);
size_t mbrlen(const char *__CASSAY_RESTRICT, size_t, mbstate_t *__CASSAY_RESTRICT);
size_t mbrtowc(wchar_t *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t, mbstate_t *__CASSAY_RESTRICT);
size_t wcrtomb(char *__CASSAY_RESTRICT, wchar_t, mbstate_t *__CASSAY_RESTRICT);
size_t mbsnrtowcs(wchar_t *__CASSAY_RESTRICT, const char **__CASSAY_RESTRICT, size_t, size_t,
                  mbstate_t *__CASSAY_RESTRICT);
size_t wcsnrtombs(char *__CASSAY_RESTRICT, const wchar_t **__CASSAY_RESTRICT, size_t, size_t,
                  mbstate_t *__CASSAY_RESTRICT);
size_t mbsrtowcs(wchar_t *__CASSAY_RESTRICT, const char **__CASSAY_RESTRICT, size_t, mbstate_t *__CASSAY_RESTRICT);
size_t wcsrtombs(char *__CASSAY_RESTRICT, const wchar_t **__CASSAY_RESTRICT, size_t, mbstate_t *__CASSAY_RESTRICT);

long wcstol(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT, int);
unsigned long wcstoul(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT, int);
long long wcstoll(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT, int);
unsigned long long wcstoull(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT, int);
double wcstod(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT);
float wcstof(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT);
long double wcstold(const wchar_t *__CASSAY_RESTRICT, wchar_t **__CASSAY_RESTRICT);

wint_t fgetwc(FILE *);
wint_t getwc(FILE *);
wint_t getwchar(void);
wint_t ungetwc(wint_t, FILE *);
wchar_t *fgetws(wchar_t *__CASSAY_RESTRICT, int, FILE *__CASSAY_RESTRICT);
wint_t fputwc(wchar_t, FILE *);
wint_t putwc(wchar_t, FILE *);
wint_t putwchar(wchar_t);
int fputws(const wchar_t *__CASSAY_RESTRICT, FILE *__CASSAY_RESTRICT);
int fwide(FILE *, int);
int wprintf(const wchar_t *__CASSAY_RESTRICT, ...);
int fwprintf(FILE *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, ...);
int swprintf(wchar_t *__CASSAY_RESTRICT, size_t, const wchar_t *__CASSAY_RESTRICT, ...);
int vwprintf(const wchar_t *__CASSAY_RESTRICT, va_list);
int vfwprintf(FILE *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, va_list);
int vswprintf(wchar_t *__CASSAY_RESTRICT, size_t, const wchar_t *__CASSAY_RESTRICT, va_list);
int wscanf(const wchar_t *__CASSAY_RESTRICT, ...);
int fwscanf(FILE *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, ...);
int swscanf(const wchar_t *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, ...);
size_t wcsftime(wchar_t *__CASSAY_RESTRICT, size_t, const wchar_t *__CASSAY_RESTRICT, const struct tm *__CASSAY_RESTRICT);

#endif
