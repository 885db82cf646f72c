//! Memory on the stack that each pass takes.
//@ revisions: good bad
//@ flags: --max-k-step 10
//@[bad] flags: -DBAD
//@[good] verdict: unknown
//@[bad] verdict: unsafe
//@[good] because: bound 10 reached by loop main.0
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  unsigned passes = 0;
  while (nondet_int()) {
    char *p = __builtin_alloca(4);
    p[passes % 4 BUG(+ (passes == 7))] = 1; //~[bad] pointer.bounds
    passes++;
  }
  return 0;
}
