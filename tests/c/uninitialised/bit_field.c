//! Bit-fields have values one by one, though they share bytes.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
struct bits {
  unsigned a : 3, b : 5;
  int c : 7;
  unsigned d : 20;
};
int main(void) {
  struct bits x, y;
  x.a = 5;
  x.c = -3;
  x.a++;
  y = x;
#ifdef BAD
  return y.b; //~[bad] uninitialised
#else
  x.d = 9;
  return y.a + y.c - 3 + (x.d != 9);
#endif
}
