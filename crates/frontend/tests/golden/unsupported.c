// What is not lowered says so where it stands.
#include <setjmp.h>
static jmp_buf place;
int jump(void) {
  if (setjmp(place))
    return 1;
  longjmp(place, 1);
}
__attribute__((ifunc("choose"))) int chosen(int x);
static int one(int x) { return x; }
int (*choose(void))(int) { return one; }
int indirect(void) { return chosen(1); }
