// What is not lowered says so where it stands.
int registers(void) { return __builtin_ia32_readeflags_u64() & 1; }
__attribute__((ifunc("choose"))) int chosen(int x);
static int one(int x) { return x; }
int (*choose(void))(int) { return one; }
int indirect(void) { return chosen(1); }
