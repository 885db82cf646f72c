//! An object that the program's own functions can reach is not followed any more once they run.
//@ flags: --use-after-move-check
//@ verdict: safe
#include <assert.h>
#include <string>
#include <utility>

void fill(std::string &text) { text = "filled"; }

int main() {
  std::string text = "a";
  std::string *alias = &text;
  auto refill = [&text] { text = "again"; };
  std::string taken = std::move(text);
  fill(text);
  assert(text == "filled");
  taken = std::move(text);
  refill();
  assert(text == "again");
  taken = std::move(text);
  fill(*alias);
  assert(text == "filled");
  std::string other = "b";
  taken = std::move(other);
  std::swap(other, text);
  assert(other == "filled");
}
