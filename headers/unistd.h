#ifndef _UNISTD_H
#define _UNISTD_H

#include <cassay/types.h>
#define __need_NULL
#include <stddef.h>
#include <sys/types.h>

#ifndef _STDINT_H
#include <stdint.h>
#endif
typedef __socklen_t socklen_t;

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L

ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int close(int);
off_t lseek(int, off_t, int);
int access(const char *, int);
int unlink(const char *);
int rmdir(const char *);
int chdir(const char *);
int fchdir(int);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *__CASSAY_RESTRICT, char *__CASSAY_RESTRICT, size_t);
int dup(int);
int dup2(int, int);
int pipe(int[2]);
int isatty(int);
char *ttyname(int);
int fsync(int);
int fdatasync(int);
void sync(void);
int truncate(const char *, off_t);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
int gethostname(char *, size_t);
char *getlogin(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t setsid(void);
int setpgid(pid_t, pid_t);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t);
int setgid(gid_t);
int seteuid(uid_t);
int setegid(gid_t);
pid_t fork(void);
pid_t vfork(void);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execle(const char *, const char *, ...);
int execv(const char *, char *const[]);
int execve(const char *, char *const[], char *const[]);
int execvp(const char *, char *const[]);
void _exit(int) __CASSAY_NORETURN;
unsigned sleep(unsigned);
int usleep(useconds_t);
unsigned alarm(unsigned);
unsigned ualarm(useconds_t, useconds_t);
int pause(void);
int nice(int);
long sysconf(int);
long pathconf(const char *, int);
int getpagesize(void);
int getdtablesize(void);
int lockf(int, int, off_t);
void *sbrk(intptr_t);
int brk(void *);
void swab(const void *__CASSAY_RESTRICT, void *__CASSAY_RESTRICT, ssize_t);
int getentropy(void *, size_t);
long syscall(long, ...);
char *crypt(const char *, const char *);
int daemon(int, int);

extern char **environ;
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const[], const char *);

#endif
