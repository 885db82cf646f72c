// Structures by value (in registers and in memory), bit-fields, unions, nested initialisers.
struct small { int a, b; };
struct mixed { char c; short s; int i; long l; };
struct large { int v[10]; struct small tail; };
struct bits { unsigned a : 3; int b : 5; unsigned c : 20; unsigned long d : 40; _Bool e : 1; };
union view { unsigned word; unsigned char byte[4]; struct { unsigned short low, high; } half; };
struct __attribute__((packed)) tight { char c; int i; char d; long l; };
struct node { int value; struct node *next; };
struct flexible { int n; int items[]; };

static unsigned hash = 3;
static void mix(unsigned v) { hash = hash * 33u + v; }

static struct small swap(struct small s) { struct small r = {s.b, s.a}; return r; }
static struct mixed bump(struct mixed m) { m.c++; m.s--; m.i *= 2; m.l += m.i; return m; }
static struct large rotate(struct large l) {
  int first = l.v[0];
  for (int i = 0; i < 9; i++) l.v[i] = l.v[i + 1];
  l.v[9] = first;
  l.tail = swap(l.tail);
  return l;
}
static struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
static struct { int *where; const char *text; int (*compute)(int); } links[2];
static int twice(int x) { return 2 * x; }
static int matrix[3][4] = {{1, 2}, {[2] = 7}, {9, 8, 7, 6}};
static int *inner = &matrix[1][2];
static int (*functions[])(int) = {twice, 0};
static struct flexible flex = {3, {5, 6, 7}};

int main(void) {
  struct small s = swap((struct small){4, 9});
  mix(s.a * 10 + s.b);
  struct mixed m = bump((struct mixed){'a', 300, 70000, 1L << 33});
  mix(m.c); mix(m.s); mix(m.i); mix((unsigned)(m.l >> 20));
  struct large l = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {11, 12}};
  struct large kept = l;
  l = rotate(rotate(l));
  for (int i = 0; i < 10; i++) mix(l.v[i] * 100 + kept.v[i]);
  mix(l.tail.a); mix(kept.tail.b);
  struct bits bits = {5, -7, 0xabcde, 0x123456789a, 1};
  bits.a += 6; bits.b -= 3; bits.c <<= 2; bits.d ^= 0xffffffffff; bits.e = !bits.e;
  mix(bits.a); mix(bits.b); mix(bits.c); mix((unsigned)bits.d); mix((unsigned)(bits.d >> 32)); mix(bits.e);
  union view u;
  u.word = 0x11223344;
  u.byte[1] = 0xee;
  u.half.high += 1;
  mix(u.word); mix(u.byte[3]);
  struct tight t = {1, 2, 3, 4};
  t.i = 0x01020304;
  mix(((unsigned char *)&t)[2]); mix(sizeof t); mix((unsigned)t.l);
  for (struct node *n = &a; n; n = n->next) mix(n->value);
  links[1].where = &matrix[2][1];
  links[1].text = "text";
  links[1].compute = functions[0];
  mix(*links[1].where); mix(links[1].text[2]); mix(links[1].compute(21)); mix(links[0].where == 0);
  *inner += 5;
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) mix(matrix[i][j]);
  mix(flex.items[2]);
  long distance = &matrix[2][3] - &matrix[0][1];
  mix((unsigned)distance);
  return hash % 253;
}
