//! An address that is only computed is no access; one that is used is held to the bounds of its array.
//@ revisions: before names between sum sum_at_end sum_any constant inner middle copy
//@[before] flags: -DBEFORE
//@[before] verdict: safe
//@[names] flags: -DNAMES
//@[names] verdict: safe
//@[between] flags: -DBETWEEN
//@[between] verdict: safe
//@[sum] flags: -DSUM
//@[sum] verdict: unsafe
//@[sum_at_end] flags: -DSUM_AT_END
//@[sum_at_end] verdict: unsafe
//@[sum_any] flags: -DSUM_ANY
//@[sum_any] verdict: unsafe
//@[constant] flags: -DCONSTANT
//@[constant] verdict: unsafe
//@[inner] flags: -DINNER
//@[inner] verdict: unsafe
//@[middle] flags: -DMIDDLE
//@[middle] verdict: unsafe
//@[copy] flags: -DCOPY
//@[copy] verdict: unsafe
//@[sum_at_end] unseen: sanitizers do not see arrays inside of objects, or not through sums
//@[sum_any] unseen: sanitizers do not see arrays inside of objects, or not through sums
extern unsigned __VERIFIER_nondet_uint(void);
static int a[4], b[16], m[3][4][2];
static struct pair {
  int x, y;
} pairs[2];
static struct {
  int first[4], second[4];
  struct pair inner[2], rest[2];
} s;
static int choose(int *p, int v) { return p ? v : 0; }
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 5;
  int here[4] = {0}, sum = 0;
#ifdef BEFORE
  int *p = a - 1;
  p++;
  sum += *p;
  for (int *q = here + 3; q >= here; q--)
    sum += *q;
#endif
#ifdef NAMES
  int *p = &a[7], *q = here - 2, *r = &here[i + 3];
  sum += p == q || q == r;
#endif
#ifdef BETWEEN
  sum += choose(&a[7], b[i]) + choose(&a[-1], b[7]);
#endif
#ifdef SUM
  sum += *(s.first + 5); //~[sum] bounds
#endif
#ifdef SUM_AT_END
  sum += *(s.first + 4); //~[sum_at_end] bounds
#endif
#ifdef SUM_ANY
  sum += *(s.first + i); //~[sum_any] bounds
#endif
#ifdef CONSTANT
  s.first[5] += 1; //~[constant] bounds
#endif
#ifdef INNER
  sum += m[1][2][2]; //~[inner] bounds
#endif
#ifdef MIDDLE
  sum += m[1][5][i % 2]; //~[middle] bounds
#endif
#ifdef COPY
  struct pair p = s.inner[2]; //~[copy] bounds
  sum += p.x;
#endif
  return sum > 0;
}
