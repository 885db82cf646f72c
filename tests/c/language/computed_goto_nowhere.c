//! A computed goto leads to a label of its own function, not to null, data or another function's label.
//@ revisions: null table other data never_set between good open
//@[null] flags: -DNULL_POINTER
//@[null] verdict: unsafe
//@[table] flags: -DTABLE
//@[table] verdict: unsafe
//@[other] flags: -DOTHER
//@[other] verdict: unsafe
//@[data] flags: -DDATA
//@[data] verdict: unsafe
//@[never_set] flags: -DNEVER_SET
//@[never_set] verdict: unsafe
//@[between] flags: -DBETWEEN
//@[between] verdict: unsafe
//@[good] verdict: safe
//@[open] flags: -DOTHER --property unreach-call
//@[open] verdict: unknown
//@[open] because: unsupported: computed goto to an address that is no label of its function
//@[null] unseen: the machine jumps anywhere, and ends by a signal or not at all
//@[table] unseen: the machine jumps anywhere, and ends by a signal or not at all
//@[other] unseen: the machine jumps anywhere, and ends by a signal or not at all
//@[data] unseen: the machine jumps anywhere, and ends by a signal or not at all
//@[between] unseen: the machine jumps anywhere, and ends by a signal or not at all
extern unsigned __VERIFIER_nondet_uint(void);
static int datum;
static void *kept;
static void keep(void) {
  kept = &&inside;
inside:;
}
int main(void) {
  static void *const full[] = {&&first, &&second};
  static void *const gaps[4] = {&&first, &&second};
  unsigned i = __VERIFIER_nondet_uint();
  void *to = full[i & 1];
  (void)gaps;
#ifdef NULL_POINTER
  to = 0;
#endif
#ifdef TABLE
  to = gaps[i & 3];
#endif
#ifdef OTHER
  keep();
  to = kept;
#endif
#ifdef DATA
  if (i == 7)
    to = &datum;
#endif
#ifdef NEVER_SET
  void *unset;
  to = unset;
#endif
#ifdef BETWEEN
  to = (char *)to + 1;
#endif
  goto *to; //~[null] pointer.null //~[table] pointer.null //~[other] pointer.invalid //~[data] pointer.invalid //~[never_set] pointer.null //~[between] pointer.invalid
first:
  return 0;
second:
  return 1;
}
