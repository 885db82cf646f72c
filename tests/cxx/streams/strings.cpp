//! String streams format and parse numbers like the library.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <iomanip>
#include <sstream>
#include <string>

int main() {
  std::ostringstream out;
  out << 42 << ' ' << -7 << ' ' << std::hex << 255 << std::dec << ' ' << std::setw(4) << 1;
  assert(out.str() == "42 -7 ff    1");
  std::istringstream in("12 apples -3");
  int count = 0, change = 0;
  std::string what;
  in >> count >> what >> change;
  assert(count == 12 && what == "apples" && change == -3);
  assert(in.eof());
  std::stringstream both;
  both << 5 << ",6";
  std::string part;
  assert(std::getline(both, part, ',') && part == "5");
  int rest = 0;
  both >> rest;
#ifdef BAD
  assert(rest == 7); //~[bad] assertion
#else
  assert(rest == 6);
#endif
}
