// Atomic accesses keep their order; volatile ones are not atomic; a fence for signal handlers only is none.
#include <stdatomic.h>
static _Atomic int counter;
static volatile int plain;
int accesses(_Atomic int *flag) {
  atomic_store_explicit(flag, 1, memory_order_release);
  int seen = atomic_load_explicit(flag, memory_order_acquire);
  seen += atomic_load_explicit(flag, memory_order_relaxed);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_signal_fence(memory_order_seq_cst);
  counter = seen;
  plain = 1;
  return plain;
}
int updates(void) { return atomic_fetch_add_explicit(&counter, 2, memory_order_relaxed); }
_Bool exchanges(int *wanted) { return atomic_compare_exchange_strong(&counter, wanted, 7); }
void __cassay_wait(_Bool condition);
void waits(void) { __cassay_wait(counter == 1); }
int main(void) { return 0; }
