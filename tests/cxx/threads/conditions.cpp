//! A thread that waits for a condition goes on when it holds.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready;
int value;

void produce() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    value = 7;
    ready = true;
  }
  changed.notify_one();
}

int main() {
  std::thread producer(produce);
  int seen;
  {
    std::unique_lock<std::mutex> lock(mutex);
#ifndef BAD
    changed.wait(lock, [] { return ready; });
#endif
    seen = value;
  }
  producer.join();
  assert(seen == 7); //~[bad] assertion
}
