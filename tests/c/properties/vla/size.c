//! Variable-length arrays of no positive size, in one dimension and in several.
//@ revisions: zero negative inner good off
//@[zero] flags: -DN=0
//@[negative] flags: -DN=-3
//@[inner] flags: -DM=0
//@[off] flags: -DM=0 --no-vla-size-check --no-bounds-check
//@[zero] verdict: unsafe
//@[negative] verdict: unsafe
//@[inner] verdict: unsafe
//@[good] verdict: safe
//@[off] verdict: safe
#ifndef N
#define N 4
#endif
#ifndef M
#define M 2
#endif

int main(void) {
  int n = N, m = M;
  int line[n];     //~[zero] vla-size //~[negative] vla-size
  char grid[3][m]; //~[inner] vla-size
  return sizeof line + sizeof grid == 0;
}
