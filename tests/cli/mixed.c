// A little of everything, to be compiled to LLVM text and then damaged.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct item {
  int a;
  char b[5];
  struct item *next;
  double d;
  union {
    int i;
    float f;
  } u;
  unsigned bits : 5;
};

static struct item table[3] = {{1, "abc", &table[1], 1.5, {2}, 3}, {.a = 2}};
int (*function)(int);
int nd_int(void);

static int twice(int x) { return 2 * x; }

static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int result = 0;
  while (n--)
    result += va_arg(list, int);
  va_end(list);
  return result;
}

int main(void) {
  function = twice;
  int n = nd_int();
  struct item *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = table[n & 1];
  memcpy(p->b, "xyz", 3);
  switch (n) {
  case 1:
    p->a++;
    break;
  case 2:
  case 3:
    p->a--;
  default:;
  }
  for (int i = 0; i < n && i < 4; i++)
    p->b[i] = function(i);
  int v[n > 0 ? n : 1];
  v[0] = p->u.i;
  p->bits = n;
  p->d = p->d * 2 + n;
  __int128 w = n;
  w *= w;
  _Atomic int shared = 0;
  shared++;
  void *labels[] = {&&x, &&y};
  goto *labels[n & 1];
x:
  v[0]++;
y:
  free(p);
  return sum(2, (int)w, v[0]) < 0;
}
