//! The address of a label may be taken several times, as threaded interpreters do.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
#include <assert.h>
unsigned char nondet_uchar(void);
static int run(const unsigned char *code) {
  static void *const labels[] = {&&add, &&twice, &&end};
  int value = 1;
  goto *labels[*code];
add:
  value += 3;
  goto *(*++code < 2 ? labels[*code] : &&end);
twice:
  value *= 2;
  goto *(*++code < 2 ? labels[*code] : &&end);
end:
  return value;
}
int main(void) {
  unsigned char code[4] = {0, 1, nondet_uchar() % 3, 2};
  int value = run(code);
  assert(value == 8 || value == 11 || value == 16);
#ifdef BAD
  assert(value != 16); //~[bad] assertion
#endif
  return 0;
}
