//! A ring buffer that a handler fills: bytes get lost unless their number is changed while masked, by functions of common
//! systems, by functions that the user names, or by instructions.
//@ revisions: bad masked counted saved named assembly
//@ flags: --interrupt on_receive
//@[bad] flags: -DUNMASKED
//@[bad] verdict: unsafe
//@[bad] unseen: no sanitizer calls a handler
//@[masked] verdict: safe
//@[counted] flags: -DCOUNTED
//@[counted] verdict: safe
//@[saved] flags: -DSAVED
//@[saved] verdict: safe
//@[named] flags: -DNAMED --interrupt-disable lock --interrupt-enable unlock
//@[named] verdict: safe
//@[assembly] flags: -DASSEMBLY
//@[assembly] verdict: safe
#include <assert.h>
#include <stdint.h>

#if defined UNMASKED
#define ENTER()
#define LEAVE()
#elif defined COUNTED
void taskENTER_CRITICAL(void);
void taskEXIT_CRITICAL(void);
#define ENTER() taskENTER_CRITICAL(), taskENTER_CRITICAL(), taskEXIT_CRITICAL()
#define LEAVE() taskEXIT_CRITICAL()
#elif defined SAVED
uint32_t __get_PRIMASK(void);
void __set_PRIMASK(uint32_t);
void __disable_irq(void);
#define ENTER() uint32_t mask = __get_PRIMASK(); __disable_irq()
#define LEAVE() __set_PRIMASK(mask)
#elif defined NAMED
static unsigned locks;
static void lock(void) { locks++; }
static void unlock(void) { locks--; }
#define ENTER() lock()
#define LEAVE() unlock()
#elif defined ASSEMBLY
#define ENTER() __asm volatile("cpsid i" : : : "memory")
#define LEAVE() __asm volatile("cpsie i\n\tisb" : : : "memory")
#else
void __disable_irq(void);
void __enable_irq(void);
#define ENTER() __disable_irq()
#define LEAVE() __enable_irq()
#endif

#define SIZE 8

uint8_t nondet_uint8_t(void);

static volatile uint8_t bytes[SIZE];
static volatile uint8_t first, count;

void on_receive(void) {
  if (count < SIZE) {
    bytes[(uint8_t)(first + count) % SIZE] = nondet_uint8_t();
    count++;
  }
}

static int take(uint8_t *byte) {
  if (count == 0)
    return 0;
  ENTER();
  uint8_t left = count - 1;
  *byte = bytes[first];
  first = (first + 1) % SIZE;
  count--;
  assert(count == left); //~[bad] assertion
  LEAVE();
  return 1;
}

int main(void) {
  uint8_t byte;
  for (;;) {
    take(&byte);
    assert(count <= SIZE);
    assert(first < SIZE);
  }
}
