//! What a library function without a model writes through its arguments is inexact, also where
//! functions of the program without a body are taken to write nothing.
//@ revisions: text pointer pure own
//@[text] flags: -DTEXT
//@[text] verdict: unknown
//@[text] contains: by uname
//@[pointer] flags: -DPOINTER
//@[pointer] verdict: unknown
//@[pointer] contains: by getaddrinfo
//@[pure] flags: -DPURE --pure-stubs
//@[pure] verdict: unknown
//@[pure] contains: by statvfs
//@[own] flags: -DOWN
//@[own] verdict: unsafe
#include <assert.h>
#include <netdb.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
void fill(int *to);
int main(void) {
#ifdef TEXT
  struct utsname name;
  (void)uname(&name);
  assert(name.sysname[0] != 0);
#endif
#ifdef POINTER
  struct addrinfo *found = 0;
  (void)getaddrinfo("host", "port", 0, &found);
  if (found)
    return found->ai_family == 77;
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
