// Structures passed in registers and in memory, bit-fields, unions, initialisers.
struct point { int x, y; };
struct large { long v[4]; };
struct flags { unsigned ready : 1; int level : 5; unsigned rest : 26; };
union word { unsigned whole; unsigned char byte[4]; };
struct point mirror(struct point p) { return (struct point){p.y, p.x}; }
struct large grow(struct large l) { l.v[3]++; return l; }
int level(struct flags *f) { f->ready = 1; return f->level; }
unsigned char top(union word w) { return w.byte[3]; }
struct point origin = {0, 7};
struct { const char *name; struct point *at; int (*get)(struct flags *); } links[2] = {
  {"one", &origin, level}, {0}};
const char *label(int i) { return links[i].name; }
