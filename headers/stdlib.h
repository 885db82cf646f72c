#ifndef _STDLIB_H
#define _STDLIB_H

#include <cassay/types.h>
#define __need_NULL
#define __need_wchar_t
#include <alloca.h>
#include <stddef.h>
#include <sys/types.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX (__ctype_get_mb_cur_max())

typedef struct {
  int quot;
  int rem;
} div_t;
typedef struct {
  long quot;
  long rem;
} ldiv_t;
typedef struct {
  long long quot;
  long long rem;
} lldiv_t;
typedef int (*__compar_fn_t)(const void *, const void *);
typedef __compar_fn_t comparison_fn_t;

size_t __ctype_get_mb_cur_max(void);

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void free(void *);
void cfree(void *);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void *valloc(size_t);

void abort(void) __CASSAY_NORETURN;
void exit(int) __CASSAY_NORETURN;
void _Exit(int) __CASSAY_NORETURN;
void quick_exit(int) __CASSAY_NORETURN;
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
int on_exit(void (*)(int, void *), void *);

int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT, int);
unsigned long strtoul(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT, int);
long long strtoll(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT, int);
unsigned long long strtoull(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT, int);
long long strtoq(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT, int);
unsigned long long strtouq(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT, int);
double strtod(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT);
float strtof(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT);
long double strtold(const char *__CASSAY_RESTRICT, char **__CASSAY_RESTRICT);

int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);

void qsort(void *, size_t, size_t, __compar_fn_t);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
void *bsearch(const void *, const void *, size_t, size_t, __compar_fn_t);

int rand(void);
void srand(unsigned);
int rand_r(unsigned *);
long random(void);
void srandom(unsigned);
char *initstate(unsigned, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short[3]);
long lrand48(void);
long nrand48(unsigned short[3]);
long mrand48(void);
long jrand48(unsigned short[3]);
void srand48(long);
unsigned short *seed48(unsigned short[3]);
void lcong48(unsigned short[7]);
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned);
void arc4random_buf(void *, size_t);

char *getenv(const char *);
char *secure_getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int system(const char *);
char *realpath(const char *__CASSAY_RESTRICT, char *__CASSAY_RESTRICT);
int mkstemp(char *);
char *mktemp(char *);
char *mkdtemp(char *);
int getsubopt(char **, char *const *, char **);
int getloadavg(double[], int);

int mblen(const char *, size_t);
int mbtowc(wchar_t *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, size_t);
size_t wcstombs(char *__CASSAY_RESTRICT, const wchar_t *__CASSAY_RESTRICT, size_t);

#endif
