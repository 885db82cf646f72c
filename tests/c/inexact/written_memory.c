//! What a library function without a model writes through its arguments is inexact, also where
//! functions of the program without a body are taken to write nothing.
//@ revisions: text pointer pure own
//@[text] flags: -DTEXT
//@[text] verdict: unknown
//@[text] contains: by sysinfo
//@[pointer] flags: -DPOINTER
//@[pointer] verdict: unknown
//@[pointer] contains: by getpwnam_r
//@[pure] flags: -DPURE --pure-stubs
//@[pure] verdict: unknown
//@[pure] contains: by statvfs
//@[own] flags: -DOWN
//@[own] verdict: unsafe
#include <assert.h>
#include <pwd.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
void fill(int *to);
int main(void) {
#ifdef TEXT
  struct sysinfo info;
  (void)sysinfo(&info);
  assert(info.procs != 0);
#endif
#ifdef POINTER
  char texts[64];
  struct passwd entry, *found = 0;
  (void)getpwnam_r("root", &entry, texts, sizeof texts, &found);
  if (found)
    return found->pw_uid == 77;
#endif
#ifdef PURE
  struct statvfs state = {0};
  (void)statvfs(".", &state);
  assert(state.f_bsize == 0);
#endif
#ifdef OWN
  int value = 0;
  fill(&value);
  assert(value == 0); //~[own] assertion
#endif
  return 0;
}
