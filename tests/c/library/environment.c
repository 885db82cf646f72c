//! What the program sets in its environment is found again; other variables are any, and stay.
//@ revisions: good bad kept name
//@[bad] flags: -DBAD
//@[kept] flags: -DKEPT
//@[name] flags: -DNAME
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[kept] verdict: unsafe
//@[name] verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *home = getenv("HOME");
  assert(getenv("HOME") == home);
  if (setenv("MODE", "fast", 1) == 0) {
    assert(strcmp(getenv("MODE"), "fast") == 0);
    assert(setenv("MODE", "slow", 0) == 0 && strcmp(getenv("MODE"), "fast") == 0);
  }
  assert(getenv("HOME") == home);
  assert(unsetenv("MODE") == 0 && getenv("MODE") == NULL);
  static char text[] = "SIZE=1";
  if (putenv(text) == 0) {
    text[5] = '2';
    assert(strcmp(getenv("SIZE"), "2") == 0);
  }
  assert(setenv("A=B", "", 1) == -1);
  clearenv();
  assert(getenv("HOME") == NULL);
#ifdef BAD
  setenv("MODE", "fast", 1);
  assert(getenv("MODE") != NULL); //~[bad] assertion
#endif
#ifdef KEPT
  if (setenv("MODE", "fast", 1) == 0 && setenv("MODE", "slow", 1) == 0)
    assert(getenv("MODE")[0] == 'f'); //~[kept] assertion
#endif
#ifdef NAME
  assert(strlen(getenv("PATH")) > 0); //~[name] pointer.null
#endif
  return 0;
}
