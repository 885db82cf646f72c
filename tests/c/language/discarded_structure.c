//! A structure that is read and thrown away is read: the pointer must lead to one.
//@ revisions: statement cast element comma call loop_step freed unions good
//@[statement] flags: -DSTATEMENT
//@[statement] verdict: unsafe
//@[cast] flags: -DCAST
//@[cast] verdict: unsafe
//@[element] flags: -DELEMENT
//@[element] verdict: unsafe
//@[comma] flags: -DCOMMA
//@[comma] verdict: unsafe
//@[call] flags: -DCALL
//@[call] verdict: unsafe
//@[loop_step] flags: -DLOOP_STEP
//@[loop_step] verdict: unsafe
//@[freed] flags: -DFREED --force-malloc-success
//@[freed] verdict: unsafe
//@[unions] flags: -DUNIONS
//@[unions] verdict: unsafe
//@[good] verdict: safe
//@ unseen: compilers leave the read out
#include <stdlib.h>
struct pair {
  int a, b;
};
union either {
  int i;
  char c[8];
};
static struct pair two[2], *none;
static union either *nothing;
static struct pair *find(void) { return none; }
int main(void) {
  struct pair *p = two, here = {1, 2};
  int i = 0;
#ifdef STATEMENT
  *none; //~[statement] pointer.null
#endif
#ifdef CAST
  (void)*none; //~[cast] pointer.null
#endif
#ifdef ELEMENT
  p[2]; //~[element] pointer.bounds
#endif
#ifdef COMMA
  i++, *none; //~[comma] pointer.null
#endif
#ifdef CALL
  (void)(*find()); //~[call] pointer.null
#endif
#ifdef LOOP_STEP
  for (i = 0; i < 2; *none) //~[loop_step] pointer.null
    i++;
#endif
#ifdef FREED
  struct pair *q = malloc(sizeof *q);
  free(q);
  *q; //~[freed] pointer.freed
#endif
#ifdef UNIONS
  (void)*nothing; //~[unions] pointer.null
#endif
  *p;
  (void)p[1];
  &*none;
  (void)none;
  here;
  struct pair copy = ({ *p; });
  return copy.a;
}
