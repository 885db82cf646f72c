//! Numbers in initialisers, structures, arrays and unions, on both data models.
//@ revisions: good bad small
//@ flags: --fixedbv
//@[bad] flags: -DBAD
//@[small] flags: --32
//@[good] verdict: safe
//@[small] verdict: safe
//@[bad] verdict: unsafe
//@[good] contains: note: a union: its floating-point members have the bits of fixed-point numbers
//@[bad] contains: copy.numbers[1] = 2.25
#include <assert.h>
#include <string.h>
struct part {
  char name;
  float weight;
  long double length;
  double numbers[2];
};
static struct part parts[2] = {{'a', 0.5f, 1.25L, {1.5, 2.25}}, {'b', -0.5f, -1.25L, {-1.5, 0}}};
static const float table[3] = {0.1f, 0.2f, 0.3f};
double nondet_double(void);
static struct part scaled(struct part part, float by) {
  part.weight *= by;
  part.length *= by;
  return part;
}
int main(void) {
  struct part copy;
  memcpy(&copy, &parts[0], sizeof copy);
  assert(copy.numbers[0] + copy.numbers[1] == 3.75 && copy.length == 1.25L);
  copy = scaled(copy, 2.0f);
  assert(copy.weight == 1.0f && copy.length == 2.5L && parts[1].length + copy.length == 1.25L);
  assert(table[0] + table[1] >= 0.299f && table[2] < 0.301f);
  union {
    float number;
    char bytes[4];
  } both = {0.75f};
  assert(both.number == 0.75f && both.bytes[1] == (char)0xc0 && both.bytes[2] == 0);
  copy.numbers[1] = nondet_double();
#ifdef BAD
  assert(copy.numbers[1] != 2.25); //~[bad] assertion
#endif
  return 0;
}
