//! A thread of the library and the first one add to a number: with a mutex or an atomic both are counted.
//@ revisions: good atomic bad race
//@ verdict: safe
//@[atomic] flags: -DATOMIC --data-races-check
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: std::thread starts threads in the shared library, where nothing makes them take turns
//@[bad] lacks: does not replay
//@[race] flags: -DBAD --data-races-check
//@[race] verdict: unsafe
#include <assert.h>
#include <atomic>
#include <mutex>
#include <thread>

#ifdef ATOMIC
std::atomic<int> number;
#else
int number;
#endif
std::mutex mutex;

void add() {
#if !defined BAD && !defined ATOMIC
  std::lock_guard<std::mutex> lock(mutex);
#endif
  number++; //~[race] data-race
}

int main() {
  std::thread other([] { add(); });
  add();
  other.join();
  assert(number == 2); //~[bad] assertion
}
