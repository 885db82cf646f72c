// A branch that only aborts is an assumption; labels before the error call make no difference.
extern void abort(void);
extern void exit(int);
extern void reach_error(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error();
    abort();
  }
  }
  return;
}
void leave(int cond) {
  if (cond) exit(1);
}
