//! operator new succeeds unless --new-may-throw is given; sizes that no object can have throw either way.
//@ revisions: good explored bad huge
//@[good] verdict: safe
//@[good] contains: operator new finds enough memory
//@[explored] flags: --new-may-throw
//@[explored] verdict: safe
//@[explored] lacks: operator new finds enough memory
//@[bad] flags: --new-may-throw -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: AddressSanitizer ends programs that ask for too much
//@[huge] flags: -DHUGE_
//@[huge] verdict: unsafe
//@[huge] unseen: AddressSanitizer ends programs that ask for too much
#include <assert.h>
#include <new>
#include <stddef.h>
#include <stdint.h>

int main() {
  int failed = 0;
  try {
    int *number = new int(1);
    delete number;
  } catch (const std::bad_alloc &) {
    failed = 1;
  }
#ifdef BAD
  assert(!failed); //~[bad] assertion
#endif
  int *other = new (std::nothrow) int(2);
  if (other)
    failed += *other;
  delete other;
  try {
    ::operator delete(::operator new(PTRDIFF_MAX + size_t{1}));
    failed = 0;
  } catch (const std::bad_alloc &) {
    failed = 5;
  }
#ifdef HUGE_
  assert(failed != 5); //~[huge] assertion
#else
  assert(failed == 5);
#endif
}
