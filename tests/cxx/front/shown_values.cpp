//! Containers of the library are shown as values.
//@ verdict: unsafe
//@ contains: name = "ab"
//@ contains: both = {1, 2}
//@ contains: fixed = {5, 6}
//@ contains: maybe = 8
//@ contains: owner = -> 9
//@ contains: either = 2
//@ contains: ages = {[1] = 10, [2] = 20}
#include <array>
#include <cassert>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
int nondet_int();
int main() {
  std::string name = "a";
  name += 'b';
  std::pair<int, int> both{1, 2};
  std::array<int, 2> fixed{5, 6};
  std::optional<int> maybe;
  maybe = 8;
  std::unique_ptr<int> owner(new int(9));
  std::variant<char, int> either = 2;
  std::map<int, int> ages;
  ages[2] = 20;
  ages[1] = 10;
  assert(nondet_int() != 3); //~ assertion
  return 0;
}
