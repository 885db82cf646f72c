//! Members of a structure have values one by one; copies of the structure keep that.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
struct pair {
  char tag;
  int value;
};
int main(void) {
  struct pair a, b;
  a.tag = 1;
#ifndef BAD
  a.value = 2;
#endif
  b = a;
  if (b.tag != 1)
    return 1;
  return b.value - 2; //~[bad] uninitialised
}
