//! Pointers that were never written, in a large table of structures, lead nowhere in particular.
//@ flags: --multi-property
//@ verdict: unsafe
extern unsigned nd_uint(void);
struct entry {
  int key;
  int *target;
};

int main(void) {
  struct entry table[70];
  int x = 0;
  table[3].target = &x;
  table[3].key = 4;
  unsigned i = nd_uint() % 70;
  if (table[i].key == 4)
    *table[i].target = 1; //~ pointer.null //~ pointer.invalid
  return x;
}
