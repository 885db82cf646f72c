#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <cassay/sigset.h>
#include <sys/types.h>

typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
typedef __sighandler_t sig_t;

#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define NSIG 65
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000

union sigval {
  int sival_int;
  void *sival_ptr;
};
typedef union sigval sigval_t;
typedef struct {
  int si_signo;
  int si_errno;
  int si_code;
  union {
#ifdef __LP64__
    int __filler[28];
#else
    int __filler[29];
#endif
    void *si_addr;
    struct {
      pid_t si_pid;
      uid_t si_uid;
      union sigval si_value;
    } __sender;
  } __fields;
} siginfo_t;
#define si_addr __fields.si_addr
#define si_pid __fields.__sender.si_pid
#define si_uid __fields.__sender.si_uid
#define si_value __fields.__sender.si_value

struct sigaction {
  union {
    __sighandler_t sa_handler;
    void (*sa_sigaction)(int, siginfo_t *, void *);
  } __handler;
#define sa_handler __handler.sa_handler
#define sa_sigaction __handler.sa_sigaction
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};

__sighandler_t signal(int, __sighandler_t);
int raise(int);
int kill(pid_t, int);
int killpg(pid_t, int);
int sigaction(int, const struct sigaction *__CASSAY_RESTRICT, struct sigaction *__CASSAY_RESTRICT);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigprocmask(int, const sigset_t *__CASSAY_RESTRICT, sigset_t *__CASSAY_RESTRICT);
int pthread_sigmask(int, const sigset_t *__CASSAY_RESTRICT, sigset_t *__CASSAY_RESTRICT);
int sigpending(sigset_t *);
int sigsuspend(const sigset_t *);
int sigwait(const sigset_t *__CASSAY_RESTRICT, int *__CASSAY_RESTRICT);
int siginterrupt(int, int);

#endif
