//! A loop without an end in which nothing can go wrong needs no bound: what waits there is done.
//@ verdict: safe
volatile int status;
extern int __VERIFIER_nondet_int(void);

static void halt(void) {
  for (;;) {
  }
}

static void wait(void) {
  int polls = 0;
  while (1)
    if (status & 1)
      polls = 1;
}

int main(void) {
  int a[4];
  int i = __VERIFIER_nondet_int();
  if (i < 0)
    halt();
  if (i > 3)
    wait();
  a[i] = 1;
  return a[i] - 1;
}
