//! Interrupted code and handlers race if they access the same bytes and not both in one step: volatile accesses of
//! at most a word and atomic ones are one step.
//@ revisions: plain inone atomic wide narrow masked
//@ flags: --interrupt on_event --data-races-check --32
//@[plain] flags: -DPLAIN
//@[plain] verdict: unsafe
//@[plain] contains: data race on `shared`: an interrupt handler accesses what this read accesses
//@[plain] unseen: no sanitizer calls a handler
//@[inone] verdict: safe
//@[atomic] flags: -DATOMIC
//@[atomic] verdict: safe
//@[wide] flags: -DWIDE
//@[wide] verdict: unsafe
//@[wide] unseen: no sanitizer calls a handler
//@[narrow] flags: --interrupt-word 16
//@[narrow] verdict: unsafe
//@[narrow] unseen: no sanitizer calls a handler
//@[masked] flags: -DPLAIN -DMASKED
//@[masked] verdict: safe
void __disable_irq(void);
void __enable_irq(void);

#if defined PLAIN
static int shared;
#elif defined ATOMIC
static _Atomic int shared;
#elif defined WIDE
static volatile long long shared;
#else
static volatile int shared;
#endif
static int own;

void on_event(void) { shared = 1; }

int main(void) {
#ifdef MASKED
  __disable_irq();
#endif
  own = (int)shared; //~[plain] data-race //~[wide] data-race //~[narrow] data-race
#ifdef MASKED
  __enable_irq();
#endif
  return own;
}
