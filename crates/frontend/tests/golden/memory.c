// Allocation, bulk operations, string literals, arrays of arrays, pointer arithmetic.
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
extern int unknown(const char *);
struct cell { int key; struct cell *next; };
struct cell *cons(int key, struct cell *next) {
  struct cell *c = malloc(sizeof *c);
  c->key = key;
  c->next = next;
  return c;
}
int *row(int (*grid)[5], long i) { return grid[i] + 2; }
long gap(int *a, int *b) { return a - b; }
void use(int n) {
  int *v = calloc(n, 4);
  char text[8] = "abc";
  memcpy(v, text, 4);
  unknown(text);
  free(v);
}
