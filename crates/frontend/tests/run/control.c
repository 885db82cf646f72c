// Statements: goto, switch with fall-through, nested loops, recursion, static locals, VLAs,
// computed goto, statement expressions, conditional and comma operators.
static unsigned hash = 5;
static void mix(unsigned v) { hash = hash * 37u + v; }

static int counter(void) { static int calls = 10; return calls++; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int classify(int x) {
  int r = 0;
  switch (x) {
  case 0: r += 1; /* falls through */
  case 1: r += 10; break;
  case 5 ... 7: r += 100;
  default: r += 1000;
  case -3: r += 10000;
  }
  return r;
}
static int sum_squares(int n) {
  int values[n], total = 0;
  for (int i = 0; i < n; i++) values[i] = i * i;
  for (int i = n; i--;) total += values[i];
  return total;
}
static int interpret(const unsigned char *code) {
  static void *labels[] = {&&stop, &&add, &&twice, &&back};
  int acc = 1, pc = 0, turns = 0;
  goto *labels[code[pc]];
add: acc += code[++pc]; goto *labels[code[++pc]];
twice: acc *= 2; goto *labels[code[++pc]];
back: if (turns++ < 3) { pc = 0; goto *labels[code[pc]]; } goto *labels[code[++pc]];
stop: return acc;
}
static int search(int grid[3][3], int wanted) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (grid[i][j] == wanted) goto found;
  return -1;
found:
  return i * 10 + j;
}
static int swap_loop(int n) {
  int a = 1, b = 2;
  while (n--) { int t = a; a = b; b = t; }
  return a * 10 + b;
}

int main(void) {
  for (int i = 0; i < 4; i++) mix(counter());
  mix(fib(12)); mix(even(9)); mix(odd(9));
  for (int i = -4; i < 9; i++) mix(classify(i));
  mix(sum_squares(1)); mix(sum_squares(9));
  static const unsigned char code[] = {1, 5, 2, 3, 0};
  mix(interpret(code));
  int grid[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  mix(search(grid, 6)); mix(search(grid, 60));
  mix(swap_loop(3)); mix(swap_loop(4));
  int x = ({ int y = 3; y * y; }), k = 0;
  do { if (k == 2) continue; x += k; if (x > 30) break; } while (++k < 10);
  mix(x);
  mix((k++, k--, k) ? x && !k : k || x);
  int a = 5, b = 6;
  int *p = a > b ? &a : &b;
  *p += 1;
  mix(a * 16 + b);
  for (unsigned char c = 250; c > 5; c++) mix(c);
  int outer = 0;
again:
  outer++;
  { int fresh = outer * 3; mix(fresh); if (outer < 3) goto again; }
  return hash % 241;
}
