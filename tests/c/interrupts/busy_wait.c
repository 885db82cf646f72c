//! A loop that waits for a flag ends when the handler has set it; what the handler wrote before is there.
//@ revisions: ok bad
//@ flags: --interrupt on_data
//@[ok] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: no sanitizer calls a handler
#include <assert.h>

static volatile int ready, data;

void on_data(void) {
#ifndef BAD
  data = 42;
#endif
  ready = 1;
}

int main(void) {
  while (!ready)
    ;
  assert(data == 42); //~[bad] assertion
  return 0;
}
