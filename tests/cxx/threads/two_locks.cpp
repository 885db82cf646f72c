//! Two mutexes that threads lock in different orders block both; a scoped lock of both does not.
//@ revisions: good bad
//@ flags: --deadlock-check
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: std::thread starts threads in the shared library, where nothing makes them take turns
#include <mutex>
#include <thread>

std::mutex a, b;
int balance;

void move(std::mutex &from, std::mutex &to, int amount) {
#ifdef BAD
  std::lock_guard<std::mutex> first(from);
  std::lock_guard<std::mutex> second(to); //~[bad] deadlock
#else
  (void)from;
  (void)to;
  std::lock_guard<std::mutex> first(a);
  std::lock_guard<std::mutex> second(b);
#endif
  balance += amount;
}

int main() {
  std::thread other([] { move(b, a, 1); });
  move(a, b, -1);
  other.join();
}
