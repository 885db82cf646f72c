//! Two reads of a variable that a handler changes may differ; one read, or two reads while masked, do not.
//@ revisions: bad once masked
//@ flags: --interrupt on_tick
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] contains: interrupt on_tick
//@[bad] unseen: no sanitizer calls a handler
//@[once] verdict: safe
//@[masked] flags: -DMASKED
//@[masked] verdict: safe
#include <assert.h>
#include <stdint.h>

#define PERIOD 10

void __disable_irq(void);
void __enable_irq(void);

static volatile uint32_t elapsed;

void on_tick(void) {
  if (elapsed < PERIOD)
    elapsed++;
  else
    elapsed = 0;
}

/* The time that is left of the period. */
static uint32_t left(void) {
#if defined BAD
  if (elapsed < PERIOD)
    return PERIOD - 1 - elapsed;
  return 0;
#elif defined MASKED
  uint32_t result = 0;
  __disable_irq();
  if (elapsed < PERIOD)
    result = PERIOD - 1 - elapsed;
  __enable_irq();
  return result;
#else
  uint32_t now = elapsed;
  return now < PERIOD ? PERIOD - 1 - now : 0;
#endif
}

int main(void) {
  uint32_t rest = left();
  assert(rest < PERIOD); //~[bad] assertion
  return 0;
}
