//! A view does not keep the string that it shows: a temporary is gone at the end of its statement.
//@ revisions: good kept longer
//@ verdict: safe
//@[kept] flags: -DKEPT
//@[kept] verdict: unsafe
//@[longer] flags: -DKEPT -DLONGER
//@[longer] verdict: unsafe
#include <assert.h>
#include <string>
#include <string_view>

std::string name() {
#ifdef LONGER
  return "a name that does not fit into the object itself";
#else
  return "anna";
#endif
}

int main() {
#ifdef KEPT
  std::string_view view = name();
#else
  std::string owner = name();
  std::string_view view = owner;
#endif
  assert(view[0] == 'a'); //~[kept] pointer.expired
  //~[longer]^ pointer.freed
}
