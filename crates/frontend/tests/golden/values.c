// Conditions as values, conversions, selections, and a switch.
int both(int a, int b) { return a && b; }
int either(int a, int b) { return a || !b; }
int choose(int c, int a, int b) { return c ? a : b; }
_Bool truth(int *p) { return p; }
enum colour { RED, GREEN = 5, BLUE };
int name(enum colour c) {
  switch (c) {
  case RED: return 1;
  case GREEN: return 2;
  case BLUE: break;
  }
  return 3;
}
long widen(signed char c, unsigned short s) { return c + (long)s; }
