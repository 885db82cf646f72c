// Every sanitizer check becomes an assertion of its class, and no branch is left.
unsigned char narrow(int x) { return x; }
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int mul(int a, int b) { return a * b; }
int neg(int a) { return -a; }
int divide(int a, int b) { return a / b; }
int shift(int a, int b) { return a << b; }
unsigned wrap(unsigned a, unsigned b) { return a + b; }
int index_inner(int i, int j) { int grid[3][4]; return grid[i][j]; }
int convert(double d) { return d; }
int vla(int n) { int v[n]; return v[0]; }
int zeros(unsigned x) { return __builtin_ctz(x); }
void never(void) { __builtin_unreachable(); }
