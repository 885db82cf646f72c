//! A use is a violation only in executions that have moved the value away, and until it gets another.
//@ revisions: good branch loop member
//@ flags: --use-after-move-check
//@ verdict: safe
//@[branch] flags: -DBRANCH
//@[branch] verdict: unsafe
//@[loop] flags: -DLOOP
//@[loop] verdict: unsafe
//@[member] flags: -DMEMBER
//@[member] verdict: unsafe
#include <assert.h>
#include <string>
#include <utility>

extern "C" bool nondet_bool();

struct Person {
  std::string name = "anna";

  // What a function of the program does to the object is not known.
  void rename() { name = "berta"; }

  std::string take() {
    std::string taken = std::move(name);
#ifndef MEMBER
    rename();
#endif
    return taken + name; //~[member] use-after-move
  }
};

int main() {
  std::string first = "a", second;
  bool moved = nondet_bool();
  if (moved)
    second = std::move(first);
#ifdef BRANCH
  assert(first == "a"); //~[branch] use-after-move
#else
  assert(moved || first == "a");
#endif

#ifdef LOOP
  std::string text = "b";
  for (int i = 0; i < 2; i++) {
#else
  for (int i = 0; i < 2; i++) {
    std::string text = "b";
#endif
    std::string taken = std::move(text); //~[loop] use-after-move
    assert(taken == "b");
  }

  Person person;
  person.take();
}
