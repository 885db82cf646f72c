//! A counter of 16 bits that is kept as two bytes is torn on every machine; one in a variable where the machine
//! accesses bytes only. Reading it until two values agree on the high byte, or while masked, is safe.
//@ revisions: bytes again masked word narrow
//@ flags: --interrupt on_overflow --32
//@[bytes] flags: -DBYTES
//@[bytes] verdict: unsafe
//@[bytes] unseen: no sanitizer calls a handler
//@[again] flags: -DBYTES -DAGAIN
//@[again] verdict: safe
//@[masked] flags: -DMASKED --interrupt-word 8
//@[masked] verdict: safe
//@[word] verdict: safe
//@[narrow] flags: --interrupt-word 8
//@[narrow] verdict: unsafe
//@[narrow] contains: high word first
//@[narrow] unseen: no sanitizer calls a handler
#include <assert.h>
#include <stdint.h>

void cli(void);
void sei(void);

/* The counter goes from 0x00ff to 0x0100 and back. */
#ifdef BYTES
static volatile uint8_t low = 0xff, high;

void on_overflow(void) {
  low = ~low;
  high = !high;
}

static uint16_t read_counter(void) {
#ifdef AGAIN
  uint8_t before, lower, after;
  do {
    before = high;
    lower = low;
    after = high;
  } while (before != after || (before == 1) != (lower == 0));
  return (uint16_t)(before << 8 | lower);
#else
  uint16_t value = (uint16_t)(high << 8);
  return value | low;
#endif
}
#else
static volatile uint16_t counter = 0xff;

void on_overflow(void) { counter = counter == 0xff ? 0x100 : 0xff; }

static uint16_t read_counter(void) {
#ifdef MASKED
  cli();
#endif
  uint16_t value = counter;
#ifdef MASKED
  sei();
#endif
  return value;
}
#endif

int main(void) {
  uint16_t value = read_counter();
  assert(value == 0xff || value == 0x100); //~[bytes] assertion //~[narrow] assertion
  return 0;
}
