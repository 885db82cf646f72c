//! What handlers free or what goes out of scope is found invalid in the interrupted code and in handlers.
//@ revisions: freed scope
//@ flags: --interrupt change
//@[freed] flags: -DFREED --force-malloc-success
//@[freed] verdict: unsafe
//@[freed] unseen: no sanitizer calls a handler
//@[scope] verdict: unsafe
//@[scope] unseen: no sanitizer calls a handler
#include <stdlib.h>

static int *volatile shared;

#ifdef FREED
void change(void) {
  free(shared);
  shared = NULL;
}
int main(void) {
  shared = malloc(sizeof *shared);
  int *own = shared;
  if (own)
    *own = 1; //~[freed] pointer.freed
  return 0;
}
#else
void change(void) {
  if (shared)
    *shared = 1; //~[scope] pointer.expired
}
static void keep(void) {
  int local = 0;
  shared = &local;
}
int main(void) {
  keep();
  for (;;)
    ;
}
#endif
