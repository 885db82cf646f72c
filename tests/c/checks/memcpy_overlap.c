//! memcpy between overlapping regions; memmove is fine.
//@ revisions: bad good apart
//@[bad] flags: -DCOPY=memcpy -DTO=2
//@[good] flags: -DCOPY=memmove -DTO=2
//@[apart] flags: -DCOPY=memcpy -DTO=4
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[apart] verdict: safe
#include <assert.h>
#include <string.h>
int main(void) {
  char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  COPY(a + TO, a, 4); //~[bad] overlap
  assert(a[TO] == 1 && a[TO + 3] == 4);
  return 0;
}
