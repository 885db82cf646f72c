//! Arithmetic inside one object is allowed, whichever array or member it starts from.
//@ flags: --pointer-overflow-check
//@ verdict: safe
struct both {
  int a[2], b[2];
};

int main(void) {
  int grid[2][4] = {{0}};
  struct both both = {{0}};
  int *p = grid[0], *q = both.a, *none = 0;
  p += 8;
  q += 4;
  none += 0;
  for (char *c = (char *)&both; c < (char *)(&both + 1); c++)
    *c = 1;
  return p[-1] + q[-1] == 7 && none;
}
