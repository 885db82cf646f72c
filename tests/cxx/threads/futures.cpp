//! A future has the value of its promise, and an exception if there will never be one.
//@ revisions: good broken
//@ one-library: libc++ keeps futures in its shared library, of which there are no models
//@ verdict: safe
//@[broken] flags: -DBROKEN
//@[broken] verdict: unsafe
#include <assert.h>
#include <future>
#include <utility>

void compute(std::promise<int> result, int x) {
#ifndef BROKEN
  result.set_value(2 * x);
#endif
}

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  compute(std::move(promise), 4);
  assert(future.get() == 8); //~[broken] uncaught-exception
}
