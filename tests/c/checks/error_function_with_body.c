//! reach_error as SV-COMP defines it: a body with an assertion. Under unreach-call the call counts.
//@ revisions: property default
//@[property] flags: --property unreach-call
//@ verdict: unsafe
//@[property] contains: [unreach-call
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "a.c", 3, "reach_error"); }
int main(void) {
  reach_error(); //~ unreach-call
  return 0;
}
