//! std::thread, std::atomic and std::mutex run as the threads and locks of POSIX.
//@ revisions: good early unjoined
//@[good] verdict: safe
//@[early] flags: -DEARLY
//@[early] verdict: unsafe
//@[unjoined] flags: -DUNJOINED
//@[unjoined] verdict: unsafe
#include <assert.h>
#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> done;
std::mutex lock;
int sum;

int main() {
  std::thread other([] {
    {
      std::lock_guard<std::mutex> held(lock);
      sum += 2;
    }
    done++;
  });
#ifdef EARLY
  assert(done == 1); //~[early] assertion
#endif
#ifdef UNJOINED
  return 0;
#endif
  other.join();
  assert(done == 1 && sum == 2);
} //~[unjoined] terminate
