//! Where operands meet in memory, through pointers or by writes inside the expression, the answer says
//! that it rests on the order; where nothing is shared it does not.
//@ revisions: pointers local behind found table write after twice indirect apart pushed copied stacked library
//@[pointers] flags: -DPOINTERS
//@[pointers] contains: the read of what p points to comes before the write of what q points to
//@[local] flags: -DLOCAL
//@[local] contains: order of evaluation: the read of x comes before the call of next
//@[behind] flags: -DBEHIND
//@[behind] contains: order of evaluation: the read of what p points to comes before the call of next
//@[found] flags: -DFOUND
//@[found] contains: order of evaluation: the read of g comes before the call of step
//@[table] flags: -DTABLE
//@[table] contains: order of evaluation: the call of put comes before the call of put
//@[write] flags: -DWRITE
//@[write] contains: order of evaluation: the read of x comes before the write of x
//@[after] flags: -DAFTER
//@[after] contains: order of evaluation: the call of twice comes before the write of g
//@[twice] flags: -DTWICE
//@[twice] contains: order of evaluation: the write of i comes before the read of i
//@[indirect] flags: -DINDIRECT
//@[indirect] contains: order of evaluation: a call through a pointer comes before a call through a pointer
//@[apart] flags: -DAPART
//@[apart] lacks: order of evaluation
//@[pushed] flags: -DPUSHED
//@[pushed] lacks: order of evaluation
//@[copied] flags: -DCOPIED
//@[copied] lacks: order of evaluation
//@[stacked] flags: -DSTACKED
//@[stacked] lacks: order of evaluation
//@[library] flags: -DLIBRARY
//@[library] lacks: order of evaluation
//@ verdict: safe
#include <assert.h>
#include <string.h>
int g = 1, *kept = &g, table[4];
struct stack {
  int count, *items;
};
static int next(int *at) { return ++*at; }
static int step(void) { return ++*kept; }
static int twice(void) { return 2 * g; }
static int put(int i) { return table[i] = i; }
static int sum(int a, int b) { return a + b; }
static int larger(int a, int b) {
  char text[4];
  strcpy(text, "ab");
  return a > b ? a : b + (text[0] == 'b');
}
int main(void) {
  int x = 1, y = 2, *p = &x, *q = &x;
#if defined POINTERS
  assert(sum(*p, (*q)++) == 2);
#elif defined LOCAL
  assert(x + next(&x) == 3);
#elif defined BEHIND
  assert(*p + next(q) == 3);
#elif defined FOUND
  assert(g + step() == 3);
#elif defined TABLE
  assert(sum(put(1), put(2)) == 3);
#elif defined WRITE
  assert(sum(x, x = 3) == 4);
#elif defined AFTER
  assert(sum(twice(), g = 3) == 5);
#elif defined TWICE
  int i = 0;
  table[i] = i++;
  assert(table[0] == 0);
#elif defined INDIRECT
  int (*f)(int *) = next;
  assert(sum(f(p), f(q)) == 5);
#elif defined APART
  assert(sum(x++, y++) == 3 && x == 2 && y == 3);
  x = y++, y = x;
  assert(sum((y = 2, y), x) == 5);
#elif defined PUSHED
  struct stack s = {0, table}, *top = &s;
  top->items[top->count++] = 1;
  assert(s.count == 1 && table[0] == 1);
#elif defined COPIED
  char to[4], *t = to;
  const char *from = "abc";
  while ((*t++ = *from++))
    ;
  assert(to[2] == 'c');
#elif defined STACKED
  assert(sum(larger(1, 2), larger(3, 4)) == 6);
#else
  char a[4], b[4];
  assert(sum(strcpy(a, "x") == a, strcpy(b, "y") == b) == 2);
#endif
  (void)p, (void)q, (void)y;
  return 0;
}
