#ifndef _STDIO_H
#define _STDIO_H

#include <cassay/types.h>
#include <stdarg.h>
#define __need_NULL
#define __need_size_t
#include <stddef.h>
#include <sys/types.h>

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define L_ctermid 9
#define P_tmpdir "/tmp"
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

// The size of glibc's stream. What glibc's inline functions look at is where it is there and means
// the same: the flags, and buffers that are always empty. The rest is that of Cassay's models.
struct _IO_FILE {
  int __flags;
  unsigned long __buffers[6];
  int __open;
  int __number;
  unsigned long long __pushed;
#ifdef __LP64__
  char __rest[144];
#else
  char __rest[104];
#endif
};
typedef struct _IO_FILE FILE;
typedef struct {
  __off_t __position;
  struct {
    int __count;
    int __value;
  } __state;
} fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

FILE *fopen(const char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT);
FILE *fdopen(int, const char *);
FILE *freopen(const char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT,
              FILE *__CASSAY_RESTRICT);
FILE *tmpfile(void);
FILE *popen(const char *, const char *);
FILE *fmemopen(void *, size_t, const char *);
FILE *open_memstream(char **, size_t *);
int fclose(FILE *);
int pclose(FILE *);
int fflush(FILE *);
int fflush_unlocked(FILE *);
int fcloseall(void);
void setbuf(FILE *__CASSAY_RESTRICT, char *__CASSAY_RESTRICT);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int setvbuf(FILE *__CASSAY_RESTRICT, char *__CASSAY_RESTRICT, int, size_t);

int printf(const char *__CASSAY_RESTRICT, ...);
int fprintf(FILE *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, ...);
int dprintf(int, const char *__CASSAY_RESTRICT, ...);
int sprintf(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, ...);
int snprintf(char *__CASSAY_RESTRICT, size_t, const char *__CASSAY_RESTRICT, ...);
int asprintf(char **__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, ...);
int vprintf(const char *__CASSAY_RESTRICT, va_list);
int vfprintf(FILE *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, va_list);
int vdprintf(int, const char *__CASSAY_RESTRICT, va_list);
int vsprintf(char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, va_list);
int vsnprintf(char *__CASSAY_RESTRICT, size_t, const char *__CASSAY_RESTRICT, va_list);
int vasprintf(char **__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, va_list);

int scanf(const char *__CASSAY_RESTRICT, ...);
int fscanf(FILE *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, ...);
int sscanf(const char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, ...);
int vscanf(const char *__CASSAY_RESTRICT, va_list);
int vfscanf(FILE *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, va_list);
int vsscanf(const char *__CASSAY_RESTRICT, const char *__CASSAY_RESTRICT, va_list);

int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *);
int ungetc(int, FILE *);
char *fgets(char *__CASSAY_RESTRICT, int, FILE *__CASSAY_RESTRICT);
char *fgets_unlocked(char *__CASSAY_RESTRICT, int, FILE *__CASSAY_RESTRICT);
char *gets(char *);
__ssize_t getline(char **__CASSAY_RESTRICT, size_t *__CASSAY_RESTRICT, FILE *__CASSAY_RESTRICT);
__ssize_t getdelim(char **__CASSAY_RESTRICT, size_t *__CASSAY_RESTRICT, int,
                   FILE *__CASSAY_RESTRICT);
size_t fread(void *__CASSAY_RESTRICT, size_t, size_t, FILE *__CASSAY_RESTRICT);
size_t fread_unlocked(void *__CASSAY_RESTRICT, size_t, size_t, FILE *__CASSAY_RESTRICT);

int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int fputc_unlocked(int, FILE *);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputs(const char *__CASSAY_RESTRICT, FILE *__CASSAY_RESTRICT);
int fputs_unlocked(const char *__CASSAY_RESTRICT, FILE *__CASSAY_RESTRICT);
int puts(const char *);
int getw(FILE *);
int putw(int, FILE *);
size_t fwrite(const void *__CASSAY_RESTRICT, size_t, size_t, FILE *__CASSAY_RESTRICT);
size_t fwrite_unlocked(const void *__CASSAY_RESTRICT, size_t, size_t, FILE *__CASSAY_RESTRICT);

int fseek(FILE *, long, int);
int fseeko(FILE *, off_t, int);
long ftell(FILE *);
off_t ftello(FILE *);
void rewind(FILE *);
int fgetpos(FILE *__CASSAY_RESTRICT, fpos_t *__CASSAY_RESTRICT);
int fsetpos(FILE *, const fpos_t *);
int feof(FILE *);
int ferror(FILE *);
void clearerr(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
void clearerr_unlocked(FILE *);
int fileno(FILE *);
int fileno_unlocked(FILE *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
void perror(const char *);
int remove(const char *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
char *tmpnam(char *);
char *tempnam(const char *, const char *);
char *ctermid(char *);

#endif
