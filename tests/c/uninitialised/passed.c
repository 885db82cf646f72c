//! A structure may be passed and returned by value with members and padding that have no value.
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
  long a;
  char b;
  int c;
};
struct large {
  int all[10];
  char end;
};
struct floats {
  float x, y;
};
static struct small make_small(int v) {
  struct small s;
  s.value = v;
  return s;
}
static struct two make_two(long v) {
  struct two t;
  t.a = v;
  t.c = 5;
  return t;
}
static struct large make_large(int v) {
  struct large l;
  l.all[3] = v;
  return l;
}
static struct floats make_floats(float v) {
  struct floats f;
  f.y = v;
  return f;
}
static int use_small(struct small s) { return s.value; }
static int use_two(struct two t) { return t.a == 4 && t.c == 5; }
static int use_large(struct large l) { return l.all[3]; }
static int use_floats(struct floats f) { return f.y == 2; }
#ifdef BAD
static int tag(struct small s) { return s.tag; } //~[bad] uninitialised
static int middle(struct two t) { return t.b; }
#endif
int main(void) {
  struct small s = make_small(3), *p = &s;
  struct two t = make_two(4);
  struct large l = make_large(5);
  struct floats f = make_floats(2);
  if (use_small(s) != 3 || use_small(*p) != 3 || use_two(t) != 1 || use_large(l) != 5 ||
      use_floats(f) != 1)
    return 1;
#ifdef BAD
  return tag(*p) + middle(t);
#endif
  return 0;
}
