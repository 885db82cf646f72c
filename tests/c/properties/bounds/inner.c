//! An index is held to the array it is applied to, inside a larger object too; a pointer into the
//! array is held to the whole object.
//@ revisions: bad good off
//@[bad] flags: -DBAD --multi-property
//@[bad] verdict: unsafe
//@[good] verdict: safe
//@[off] flags: -DBAD --no-bounds-check
//@[off] verdict: safe
#ifdef BAD
#define ADD 1
#else
#define ADD 0
#endif

int nondet_int(void);
struct record {
  int before, list[4], after;
};

int main(void) {
  int grid[2][4] = {{0}}, i = 3 + ADD, minus = ADD - 1 - ADD;
  struct record record = {0};
  switch (nondet_int()) {
  case 0:
    return grid[0][i]; //~[bad] bounds
  case 1:
    grid[1][minus + 1 - ADD] = 3; //~[bad] bounds
    break;
  case 2:
    return record.list[i]; //~[bad] bounds
  case 3:
    record.list[minus + 1 - ADD]++; //~[bad] bounds
    break;
  case 4: {
    struct record *p = &record;
    return p->list[i]; //~[bad] bounds
  }
  case 5: {
    int *p = grid[0], *q = record.list;
    return p[7] + q[4];
  }
  case 6:
    return *(&grid[1][4] - 1) + (&record.list[4] == &record.after);
  }
  return 0;
}
