//! A function that must not be reached, behind a loop.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
void reach_error(void);
int main(void) {
  int turn = 0, passes = 0;
  while (nondet_int()) {
    turn = 1 - turn;
    passes = passes < 100 ? passes + 1 : passes;
  }
  if (turn != 0 && turn != 1 BUG(|| passes == 20))
    reach_error(); //~[bad] unreach-call
  return 0;
}
