//! Variables of the thread are destroyed before static variables.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

int gone;

struct Static {
  ~Static() { assert(gone == 1); }
};

struct Own {
  int uses = 0;
  ~Own() {
#ifdef BAD
    assert(gone == 1); //~[bad] assertion
#endif
    gone = 1;
  }
};

thread_local Own own;

int main() {
  static Static last;
  own.uses++;
  assert(own.uses == 1);
}
