//! The value of a function whose end is reached is used, in every way a value can be.
//@ revisions: bad good off
//@ flags: --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
//@[good] flags: -DGOOD
//@[off] flags: --no-missing-return-check
//@[bad] contains: the value of `sign` is used, but its end was reached without a return
struct pair {
  int a, b;
};

int nondet_int(void);

int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
#ifdef GOOD
  return 0;
#endif
}

int empty(void) {
#ifdef GOOD
  return 0;
#endif
}

_Bool plain_return(int x) {
  if (x < 100)
    return 1;
#ifdef GOOD
  return 0;
#else
  return;
#endif
}

struct pair both(int x) {
  for (int i = 0; i < 2; i++)
    if (i == x)
      return (struct pair){i, x};
#ifdef GOOD
  return (struct pair){0, 0};
#endif
}

int pass(int x) {
  return sign(x); //~[bad] missing-return
}

int main(void) {
  int x = nondet_int(), a = 0;
  int (*pointer)(int) = sign;
  switch (nondet_int()) {
  case 0:
    a = sign(x); //~[bad] missing-return
    break;
  case 1:
    a = x > 1 ? 0 : empty(); //~[bad] missing-return
    break;
  case 2:
    if (plain_return(x)) //~[bad] missing-return
      a = 5;
    break;
  case 3: {
    struct pair p = both(x); //~[bad] missing-return
    a = p.a;
    break;
  }
  case 4:
    pointer(x);
    a = pointer(x); //~[bad] missing-return
    break;
  case 5:
    pass(x);
  }
  return a > 1;
}
