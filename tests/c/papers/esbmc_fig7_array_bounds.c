//! ESBMC (TSE 2012) Figure 7: the last iteration writes one past the end; nothing needs a solver.
//@ revisions: paper fixed
//@[paper] flags: -DLIMIT=N
//@[paper] verdict: unsafe
//@[fixed] flags: -DLIMIT=N-1
//@[fixed] verdict: safe
//@ stats: solver-calls = 0
#define N 10
int main(void) {
  int i, a[N];
  for (i = 0; i < LIMIT; i++)
    a[i + 1] = 2 * i; //~[paper] bounds
  return 0;
}
