//! A pointer that was never written is null or leads nowhere, also in a large table.
//@ revisions: good bad
//@[bad] flags: -DBAD --multi-property
//@[good] verdict: safe
//@[bad] verdict: unsafe
unsigned nondet_uint(void);
int cells[80];
int main(void) {
  int *table[80];
  for (int i = 0; i < 79; i++)
    table[i] = &cells[i];
#ifdef BAD
  unsigned i = nondet_uint() % 80;
#else
  unsigned i = nondet_uint() % 79;
#endif
  *table[i] = 5; //~[bad] pointer.invalid //~[bad] pointer.null
  return 0;
}
