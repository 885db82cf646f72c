/* A clock of 64 bits that an interrupt advances, on a machine that moves 32 bits at a time.
 *
 *   cassay examples/uptime.c --32 --interrupt on_tick --interrupt-limit 3    the clock never goes back in 3 ticks
 *   cassay examples/uptime.c --32 --interrupt on_tick -DBUG                  shows the tick that makes it do so
 *
 * Both halves are read again until the upper one has not changed; with -DBUG the clock is read only once.
 */
#include <assert.h>
#include <stdint.h>

static volatile uint32_t lower = UINT32_MAX - 1, upper;

/* One tick a second: 2^32 ticks do not pass while a function runs. */
void on_tick(void) {
  if (lower == UINT32_MAX) {
    lower = 0;
    upper = 1;
  } else if (upper == 0) {
    lower++;
  }
}

static uint64_t uptime(void) {
  uint32_t high = upper;
  uint32_t low = lower;
#ifndef BUG
  while (high != upper) {
    high = upper;
    low = lower;
  }
#endif
  return (uint64_t)high << 32 | low;
}

int main(void) {
  uint64_t before = uptime();
  uint64_t after = uptime();
  assert(before <= after);
  return 0;
}
