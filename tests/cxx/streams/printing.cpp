//! Printing changes nothing.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <iomanip>
#include <iostream>
#include <string>

int main() {
  int x = 5;
  std::string name = "cassay";
  std::cout << "x = " << x << ' ' << name << 1.5 << true << std::endl;
  std::cerr << std::hex << std::setw(8) << std::setfill('0') << 255u << std::dec << "\n";
  std::clog << static_cast<void *>(&x) << std::flush;
  std::cout.put('c').write("abc", 3);
  assert(std::cout.good() && std::cout);
#ifdef BAD
  assert(x != 5); //~[bad] assertion
#else
  assert(x == 5);
#endif
}
