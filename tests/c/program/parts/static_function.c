static void change(int *x);
int other(int *x) {
  change(x);
  return *x;
}
static void change(int *x) { *x += 10; }
