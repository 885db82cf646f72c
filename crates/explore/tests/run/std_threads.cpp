// Two threads of the library add to a number, in one of several ways.
#include <cassert>

#include <atomic>
#include <mutex>
#include <thread>

#if defined ATOMIC
std::atomic<int> number;
#else
int number;
#endif
std::mutex lock;

void add() {
#if defined MUTEX
  std::lock_guard<std::mutex> guard(lock);
#endif
  number++;
}

int main() {
  std::thread first([] { add(); });
  std::thread second([] { add(); });
  first.join();
  second.join();
  assert(number == 2);
}
