//! What a function returns in a structure has a value only where it was given one.
//@ revisions: good bad
//@ flags: --uninitialised-check
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
struct small {
  char tag;
  int value;
};
struct two {
  long a, b;
};
static struct small make(int v) {
  struct small s;
  s.value = v;
  return s;
}
static struct two make_two(long v) {
  struct two t;
  t.a = v;
  return t;
}
int main(void) {
  struct small s = make(3);
  struct two t = make_two(4);
#ifdef BAD
  t.a += t.b; //~[bad] uninitialised
#endif
  return s.value + t.a != 7;
}
