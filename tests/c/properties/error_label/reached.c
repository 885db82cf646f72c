//! A label is reached by goto, by falling into it, or not at all; one without a goto counts too.
//@ revisions: jump fall never several none unknown property
//@[jump] flags: --error-label ERROR
//@[fall] flags: --error-label done
//@[never] flags: --error-label never --error-label behind
//@[several] flags: --error-label never --error-label=ERROR --error-label inner --multi-property
//@[unknown] flags: --error-label EROR
//@[property] flags: --error-label ERROR --property unreach-call
//@[jump] verdict: unsafe
//@[fall] verdict: unsafe
//@[never] verdict: safe
//@[several] verdict: unsafe
//@[none] verdict: safe
//@[unknown] verdict: error
//@[property] verdict: error
//@[jump] contains: label `ERROR` is reached
//@[unknown] contains: there is no label 'EROR' in the program; its labels are ERROR, behind, done, inner, never
//@[property] contains: --error-label cannot be combined with --property
int nondet_int(void);

static int other(int x) {
  while (x > 7) {
    x -= 7;
  inner: //~[several] error-label
    x += 2;
  }
  return x;
}

int main(void) {
  int x = nondet_int() & 15;
  if (x == 3)
    goto ERROR;
  other(x);
  if (x * x == 50)
    goto never;
done: //~[fall] error-label
  return 0;
never:
  x = 1;
  return x;
behind:
  return 2;
ERROR: //~[jump] error-label //~[several] error-label
  return 1;
}
