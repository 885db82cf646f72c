//! The destructor of a thread that was neither joined nor detached ends the program.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <thread>

int main() {
  int n = 0;
  std::thread thread([&n] { n = 1; });
#ifndef BAD
  thread.join();
#endif
} //~[bad] terminate
