//! Structures by value in every shape: in registers, in pieces, in memory, through pointers.
//@ revisions: large small
//@[small] flags: --32
//@ verdict: safe
#include <assert.h>
#include <complex.h>

typedef struct { char a; short b; } tiny;
typedef struct { float x; int y; } mixed;
typedef struct { float x, y, z; } vector;
typedef struct { double d; char c; } padded;
typedef struct { long double l; } wide;
typedef struct { int a[7]; } large;
typedef union { float f; int i; char c[3]; } either;
typedef struct { tiny a; either b; mixed c; } nested;
typedef struct { unsigned a : 5, b : 11; long long c : 33; } bits;
typedef struct __attribute__((packed)) { char q; int r; } packed;
typedef struct {} empty;

static tiny of_tiny(tiny x) { x.b *= 2; return x; }
static mixed of_mixed(mixed x) { x.x += 0.5f; x.y--; return x; }
static vector of_vector(vector a, vector b) { a.x += b.z; return a; }
static padded of_padded(int k, padded x) { x.c += k; return x; }
static wide of_wide(wide x) { x.l *= 2; return x; }
static large of_large(large x, int i) { x.a[i] = 9; return x; }
static either of_either(either x) { x.i ^= 1; return x; }
static nested of_nested(nested x) { x.c.y += x.a.a; return x; }
static bits of_bits(bits x) { x.b = x.a; x.c = -x.c; return x; }
static packed of_packed(packed x) { x.r += x.q; return x; }
static empty of_empty(empty x) { return x; }
static double _Complex of_complex(double _Complex a, float _Complex b) { return a * b; }

static mixed of_many(int a, double b, mixed c, long long d, large e, float f, padded g, char h) {
  c.y += a + (int)b + (int)d + e.a[1] + (int)f + g.c + h;
  return c;
}

int main(void) {
  tiny t = {1, 5};
  assert(of_tiny(t).b == 10 && t.b == 5);
  mixed m = {1.5f, 3};
  m = of_mixed(m);
  assert(m.x == 2 && m.y == 2);
  vector v = {1, 2, 3};
  assert(of_vector(v, v).x == 4 && of_vector(v, v).z == 3);
  padded p = {2.5, 'a'};
  p = of_padded(2, p);
  assert(p.c == 'c' && p.d == 2.5);
  wide w = {1.25L};
  assert(of_wide(w).l == 2.5L);
  large l = {{1, 2, 3}}, changed = of_large(l, 6);
  assert(changed.a[6] == 9 && l.a[6] == 0 && changed.a[2] == 3);
  either e = {.i = 6};
  assert(of_either(e).i == 7);
  nested n = {{4, 0}, {.i = 3}, {1, 5}};
  n = of_nested(n);
  assert(n.c.y == 9 && n.b.i == 3);
  bits b = {7, 0, 123456789};
  b = of_bits(b);
  assert(b.b == 7 && b.c == -123456789);
  packed k = {3, 4};
  assert(of_packed(k).r == 7);
  empty nothing;
  of_empty(nothing);
  double _Complex z = of_complex(1 + 2.0i, 3 - 1.0fi);
  assert(creal(z) == 5 && cimag(z) == 5);
  assert(of_many(1, 2.0, m, 3, l, 4.5f, p, 1).y == 2 + 1 + 2 + 3 + 2 + 4 + 'c' + 1);
  mixed (*through)(mixed) = of_mixed;
  assert(through(m).y == 1);
  return 0;
}
