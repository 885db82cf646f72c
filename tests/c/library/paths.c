//! Parts of paths are cut out of the path.
//@ revisions: good bad literal
//@[bad] flags: -DBAD
//@[literal] flags: -DLITERAL
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[literal] verdict: unsafe
#include <assert.h>
#include <libgen.h>
#include <string.h>
int main(void) {
  char path[] = "/usr/lib/";
  assert(strcmp(basename(path), "lib") == 0);
  assert(strcmp(dirname(path), "/usr") == 0);
  char plain[] = "name";
  assert(strcmp(dirname(plain), ".") == 0 && basename(plain) == plain);
#ifdef BAD
  assert(strcmp(path, "/usr/lib") == 0); //~[bad] assertion
#endif
#ifdef LITERAL
  char *parent = dirname("/usr/lib"); //~[literal] pointer.constant
  return parent[0];
#endif
  return 0;
}
