// The process and its environment.
#include "cassay.h"
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

static int positive(void) {
  int value = __cassay_any_int("process number");
  __cassay_assume(value > 0);
  return value;
}

static int outcome(void) {
  if (!__cassay_any_bool("the operation fails"))
    return 0;
  errno = EPERM;
  return -1;
}

// The process id does not change.
pid_t getpid(void) {
  static pid_t own;
  if (own == 0)
    own = positive();
  return own;
}

pid_t getppid(void) { return positive(); }

pid_t getpgrp(void) { return positive(); }

pid_t setsid(void) { return outcome() == 0 ? getpid() : -1; }

uid_t getuid(void) { return __cassay_any_uint("user"); }

uid_t geteuid(void) { return __cassay_any_uint("user"); }

gid_t getgid(void) { return __cassay_any_uint("group"); }

gid_t getegid(void) { return __cassay_any_uint("group"); }

int setuid(uid_t user) { return outcome(); }

int setgid(gid_t group) { return outcome(); }

int seteuid(uid_t user) { return outcome(); }

int setegid(gid_t group) { return outcome(); }

int setpgid(pid_t process, pid_t group) { return outcome(); }

int nice(int less) { return __cassay_any_int("approximate priority"); }

unsigned alarm(unsigned seconds) {
  return __cassay_any_uint("approximate seconds left");
}

long sysconf(int name) {
  if (name == _SC_PAGESIZE)
    return getpagesize();
  long value = __cassay_any_long("approximate value of the system's configuration");
  __cassay_assume(value >= -1);
  return value;
}

long pathconf(const char *path, int name) { return sysconf(name); }

int getpagesize(void) { return 4096; }

int getdtablesize(void) { return 1024; }

int getrlimit(int resource, struct rlimit *limit) {
  __cassay_havoc(limit, sizeof *limit, "approximate limit of a resource");
  return outcome();
}

int setrlimit(int resource, const struct rlimit *limit) {
  TOUCH(limit);
  return outcome();
}

int getrusage(int who, struct rusage *usage) {
  __cassay_havoc(usage, sizeof *usage, "approximate resources used");
  return outcome();
}
