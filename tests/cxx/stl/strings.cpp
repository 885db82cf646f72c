//! Strings grow, are cut and compared by their contents.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <string>

int main() {
  std::string text = "bounded";
  text += " model";
  text.insert(0, "a ");
  assert(text == "a bounded model");
  std::string part = text.substr(2, 7);
  assert(part == "bounded" && part.find('d') == 4);
#ifdef BAD
  part.erase(4);
  return part[5]; //~[bad] library-call
#endif
}
