// Files by descriptor and by name. Any call may fail, and data that are read are nondeterministic.
#include "unistd/results.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int open(const char *path, int flags, ...) {
  (void)strlen(path);
  return new_file();
}

int open64(const char *path, int flags, ...) {
  (void)strlen(path);
  return new_file();
}

int openat(int directory, const char *path, int flags, ...) {
  (void)strlen(path);
  return new_file();
}

int creat(const char *path, mode_t mode) {
  (void)strlen(path);
  return new_file();
}

int close(int file) { return outcome(); }

ssize_t read(int file, void *bytes, size_t n) {
  ssize_t count = moved(n);
  if (count > 0)
    __cassay_havoc(bytes, (size_t)count, "bytes read");
  return count;
}

ssize_t pread(int file, void *bytes, size_t n, off_t offset) { return read(file, bytes, n); }

ssize_t __read_chk(int file, void *bytes, size_t n, size_t room) { return read(file, bytes, n); }

ssize_t write(int file, const void *bytes, size_t n) {
  if (n > 0) {
    TOUCH(bytes);
    TOUCH((const char *)bytes + (n - 1));
  }
  return moved(n);
}

ssize_t pwrite(int file, const void *bytes, size_t n, off_t offset) {
  return write(file, bytes, n);
}

off_t lseek(int file, off_t offset, int whence) {
  if (__cassay_any_bool("the operation fails"))
    return -1;
  if (whence == SEEK_SET)
    return offset < 0 ? -1 : offset;
  off_t position = (off_t)__cassay_any_long("approximate position in the file");
  __cassay_assume(position >= 0);
  return position;
}

int dup(int file) { return new_file(); }

int dup2(int file, int wanted) { return outcome() == 0 ? wanted : -1; }

int pipe(int files[2]) {
  if (outcome() != 0)
    return -1;
  files[0] = __cassay_any_int("file number");
  files[1] = __cassay_any_int("file number");
  __cassay_assume(files[0] >= 0 && files[1] >= 0 && files[0] != files[1]);
  return 0;
}

int isatty(int file) { return __cassay_any_bool("the file is a terminal"); }

int fsync(int file) { return outcome(); }

int fdatasync(int file) { return outcome(); }

void sync(void) {}

int ftruncate(int file, off_t length) { return outcome(); }

int fchmod(int file, mode_t mode) { return outcome(); }

int fchown(int file, uid_t user, gid_t group) { return outcome(); }

int fchdir(int file) { return outcome(); }

int lockf(int file, int command, off_t length) { return outcome(); }

int fcntl(int file, int command, ...) {
  if (command == F_GETLK)
    __cassay_unsupported("fcntl with F_GETLK");
  int result = __cassay_any_int("approximate result of fcntl");
  __cassay_assume(result >= -1);
  return result;
}

#define BY_NAME(name, ...)                                                                         \
  int name(const char *path, ##__VA_ARGS__) {                                                      \
    (void)strlen(path);                                                                            \
    return outcome();                                                                              \
  }

BY_NAME(access, int mode)
BY_NAME(unlink)
BY_NAME(rmdir)
BY_NAME(chdir)
BY_NAME(chmod, mode_t mode)
BY_NAME(chown, uid_t user, gid_t group)
BY_NAME(mkdir, mode_t mode)
BY_NAME(mkfifo, mode_t mode)
BY_NAME(truncate, off_t length)

int link(const char *from, const char *to) {
  (void)strlen(from);
  (void)strlen(to);
  return outcome();
}

int symlink(const char *from, const char *to) { return link(from, to); }

// The initial mask is arbitrary; afterwards it is the one that was set last.
mode_t umask(mode_t mode) {
  static mode_t mask;
  static _Bool known;
  if (!known) {
    known = 1;
    mask = __cassay_any_uint("first mode mask");
    __cassay_assume(mask <= 0777);
  }
  mode_t last = mask;
  mask = mode & 0777;
  return last;
}

ssize_t readlink(const char *restrict path, char *restrict text, size_t size) {
  (void)strlen(path);
  ssize_t length = moved(size);
  if (length > 0)
    __cassay_havoc(text, (size_t)length, "approximate target of the link");
  return length;
}

static int describe(struct stat *state) {
  if (outcome() != 0)
    return -1;
  __cassay_havoc(state, sizeof *state, "state of the file");
  __cassay_assume(state->st_size >= 0 && state->st_blksize > 0 && state->st_blocks >= 0);
  __cassay_assume(state->st_nlink > 0);
  __cassay_assume(S_ISREG(state->st_mode) || S_ISDIR(state->st_mode) || S_ISCHR(state->st_mode) ||
                  S_ISBLK(state->st_mode) || S_ISFIFO(state->st_mode) || S_ISLNK(state->st_mode) ||
                  S_ISSOCK(state->st_mode));
  return 0;
}

int stat(const char *restrict path, struct stat *restrict state) {
  (void)strlen(path);
  return describe(state);
}

int lstat(const char *restrict path, struct stat *restrict state) { return stat(path, state); }

int fstat(int file, struct stat *state) { return describe(state); }

char *getcwd(char *text, size_t size) {
  CLAIM(text != NULL, "getcwd has a buffer");
  size_t length = __cassay_any_size("length of the path");
  __cassay_assume(length > 0);
  if (length >= size || outcome() != 0)
    return NULL;
  __cassay_havoc(text, length, "approximate path");
  text[length] = 0;
  return text;
}

int gethostname(char *text, size_t size) {
  if (outcome() != 0)
    return -1;
  size_t length = __cassay_any_size("length of the name of the host");
  __cassay_assume(length <= 64 && length < size);
  __cassay_havoc(text, length, "approximate name of the host");
  text[length] = 0;
  return 0;
}
