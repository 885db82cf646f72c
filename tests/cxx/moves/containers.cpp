//! The value of a container is not used after it was moved away, unless it got another.
//@ revisions: good size loop copy param off
//@ flags: --use-after-move-check
//@ verdict: safe
//@[size] flags: -DSIZE
//@[size] verdict: unsafe
//@[size] contains: the value of `numbers` was moved away
//@[loop] flags: -DLOOP
//@[loop] verdict: unsafe
//@[copy] flags: -DCOPY
//@[copy] verdict: unsafe
//@[param] flags: -DPARAM
//@[param] verdict: unsafe
//@[off] flags: -DSIZE -DLOOP -DCOPY -DPARAM --no-use-after-move-check
#include <assert.h>
#include <string>
#include <utility>
#include <vector>

std::vector<int> kept;

void keep(std::vector<int> values) {
  kept = std::move(values);
#ifdef PARAM
  values.push_back(1); //~[param] use-after-move
#endif
}

int main() {
  std::vector<int> numbers{1, 2};
  keep(std::move(numbers));
#ifdef SIZE
  bool none = numbers.empty(); //~[size] use-after-move
  (void)none;
#endif
  numbers = {3};
  assert(numbers.size() == 1);
  std::vector<int> others = std::move(numbers);
#ifdef LOOP
  for (int number : numbers) //~[loop] use-after-move
    assert(number == 3);
#endif
  numbers.clear();
  assert(numbers.empty() && others.size() == 1);

  std::string text = "text";
  std::string other = std::move(text);
#ifdef COPY
  std::string copy = text; //~[copy] use-after-move
#endif
  text.assign("more");
  assert(text == "more" && other == "text");
}
