//! Containers of the library are shown as values.
//@ revisions: gnu llvm
//@[llvm] flags: -stdlib=libc++
//@ one-library: both are revisions
//@ verdict: unsafe
//@ contains: name = "ab"
//@ contains: both = {1, 2}
//@ contains: fixed = {5, 6}
//@ contains: maybe = 8
//@ contains: owner = -> 9
//@ contains: either = 2
//@ contains: ages = {[1] = 10, [2] = 20}
//@ contains: both_kinds = {7, 99 ('c')}
//@ contains: listed = {"ab", "a text that is longer than what fits into a string"}
//@ contains: ordered = {1, 2, 3}
//@ contains: shared = -> 4
//@ contains: part = "ab"
#include <array>
#include <cassert>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
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
  std::tuple<int, char> both_kinds{7, 'c'};
  std::list<std::string> listed{"ab", "a text that is longer than what fits into a string"};
  std::set<int> ordered{3, 1, 2};
  auto shared = std::make_shared<int>(4);
  std::string_view part = listed.front();
  assert(nondet_int() != 3); //~ assertion
  return 0;
}
