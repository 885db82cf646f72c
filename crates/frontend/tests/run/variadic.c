// Variable arguments of every class: in one register, in several, in memory.
#include <stdarg.h>

struct small { int a, b, c; };
struct floats { float a, b, c; };
struct big { int values[5]; };

struct aligned { _Alignas(16) int value; };
struct pair { long a, b; };

static unsigned long sum;

static void add(unsigned long value) { sum = sum * 31 + value; }

static void take(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'i': add(va_arg(list, int)); break;
    case 'l': add(va_arg(list, long)); break;
    case 'q': add(va_arg(list, long long)); break;
    case 'p': add(*va_arg(list, int *)); break;
    case 's': {
      struct small s = va_arg(list, struct small);
      add(s.a), add(s.b), add(s.c);
      break;
    }
    case 'b': {
      struct big s = va_arg(list, struct big);
      add(s.values[0]), add(s.values[4]);
      break;
    }
#ifdef __SIZEOF_INT128__
    case 'x': {
      __int128 wide = va_arg(list, __int128);
      add((unsigned long)(wide >> 64)), add((unsigned long)wide);
      break;
    }
#endif
    }
  }
  add(va_arg(again, int));
  va_end(again);
  va_end(list);
}

static int total(int count, va_list list) {
  int result = 0;
  while (count-- > 0)
    result += va_arg(list, int);
  return result;
}

static int count_all(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = total(count, list);
  va_end(list);
  return result;
}

// On i386 the alignment of arguments is not that of their types.
static void aligned(int count, ...) {
  va_list list;
  va_start(list, count);
  while (count-- > 0) {
    add(va_arg(list, int));
    add(va_arg(list, struct aligned).value);
    struct pair p = va_arg(list, struct pair);
    add(p.a), add(p.b);
  }
  va_end(list);
}

static void nothing(int last, ...) {
  va_list list;
  va_start(list, last);
  va_end(list);
}

int main(void) {
  int x = 5;
  struct small s = {1, 2, 3};
  struct big b = {{7, 0, 0, 0, 9}};
  take("ilqp", 1, 2L, 3LL, &x);
  take("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8);
  take("isb", 4, s, b);
  take("ibsi", 6, b, s, 4);
#ifdef __SIZEOF_INT128__
  take("ixix", 1, ((__int128)3 << 64) + 2, 2, (__int128)-1);
#endif
  add(count_all(3, 10, 20, 30));
  add(count_all(0));
  int (*through)(int, ...) = count_all;
  add(through(2, 11, 22));
  nothing(1);
  struct aligned a = {41}, *where = &a;
  struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
  aligned(2, 7, a, pairs[0], 8, *where, pairs[2]);
  aligned(1, a.value, a, pairs[1]);
  return (int)((sum ^ (sum >> 24) ^ (sum >> 16)) & 255);
}
