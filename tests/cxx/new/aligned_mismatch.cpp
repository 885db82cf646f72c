//! What a form of new that is told an alignment returned belongs to the forms of delete that are told one.
//@ revisions: good end plain array told base
//@[good] verdict: safe
//@[end] flags: -DEND
//@[end] verdict: unsafe
//@[plain] flags: -DPLAIN
//@[plain] verdict: unsafe
//@[plain] unseen: AddressSanitizer does not tell forms with an alignment from those without
//@[array] flags: -DARRAY
//@[array] verdict: unsafe
//@[told] flags: -DTOLD
//@[told] verdict: unsafe
//@[told] unseen: AddressSanitizer does not tell forms with an alignment from those without
//@[base] flags: -DBASE
//@[base] verdict: unsafe
//@[base] unseen: AddressSanitizer does not tell forms with an alignment from those without
#include <assert.h>
#include <new>

struct base {
  int first = 1;
};

struct alignas(64) line : base {
  int words[16];
};

int main() {
  line *one = new line;
  line *many = new line[2];
  int *small = new int(4);
  one->words[3] = *small;
  assert(one->words[3] == 4);
#if defined PLAIN
  ::operator delete(one); //~[plain] free.mismatch
#elif defined ARRAY
  delete[] one; //~[array] free.mismatch
#elif defined BASE
  base *part = one;
  ::operator delete(part, sizeof(base)); //~[base] free.mismatch
#else
  delete one;
#endif
  delete[] many;
#ifdef TOLD
  ::operator delete(small, std::align_val_t(4)); //~[told] free.mismatch
#else
  delete small;
#endif
#ifdef END
  assert(0); //~[end] assertion
#endif
}
