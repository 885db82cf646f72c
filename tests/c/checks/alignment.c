//! An access at an address that its type does not allow.
//@ revisions: bad good off
//@[bad] flags: -DOFFSET=1
//@[good] flags: -DOFFSET=4
//@[off] flags: -DOFFSET=1 --no-align-check
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
int main(void) {
  union {
    char bytes[12];
    int words[3];
  } u = {{0}};
  int *p = (int *)(u.bytes + OFFSET);
  return *p; //~[bad] alignment
}
