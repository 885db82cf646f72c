// entry: f
// Variables live in their scopes; a dangling pointer leads to a dead one.
int *escape(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    p = &inner;
  }
  return p;
}
int f(int *p, struct { int a, b; } *pair, char c) {
  static int calls;
  calls++;
  return *escape() + *p + pair->b + c + calls;
}
