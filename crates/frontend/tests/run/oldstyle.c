// Functions declared without parameters, or after their use.
int helper();
long wide();
void *same(x) void *x; { return x; }
int narrow(a, b) char a; short b; { return a * 100 + b; }

int main(void) {
  int x = 3;
  int result = helper(1, 2, 77);
  result += narrow(300, 70000);
  int *(*pointer)() = (int *(*)())same;
  result += *pointer(&x);
  result += (int)wide(5L);
  return result & 255;
}

int helper(int a, int b) { return a + 2 * b; }
long wide(long x) { return x * 2; }
