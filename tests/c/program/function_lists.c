//! Functions that a program puts into the linker's lists itself are not followed.
//@ verdict: unknown
//@ contains: functions listed in section `.fini_array`
#include <assert.h>
static void last(void) { assert(0); }
static void (*const list)(void) __attribute__((section(".fini_array"), used)) = last;
int main(void) { return 0; }
