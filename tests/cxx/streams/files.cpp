//! Files: opening may fail, what is read is any input, and writing may fail.
//@ revisions: good unopened short written
//@ one-library: libc++ keeps file streams in its shared library, of which there are no models
//@[good] verdict: safe
//@[unopened] flags: -DUNOPENED
//@[unopened] verdict: unsafe
//@[short] flags: -DSHORT
//@[short] verdict: unsafe
//@[written] flags: -DWRITTEN
//@[written] verdict: unsafe
#include <assert.h>
#include <fstream>
#include <string>

static int sum_of_file(const char *path) {
  std::ifstream in(path);
  unsigned sum = 0;
  unsigned char bytes[4] = {0, 0, 0, 0};
#ifndef UNOPENED
  if (!in.is_open())
    return -1;
#endif
  assert(in.good()); //~[unopened] assertion
  in.read((char *)bytes, 4);
#ifndef SHORT
  if (!in)
    return -1;
#endif
  assert(in.gcount() == 4); //~[short] assertion
  for (unsigned char byte : bytes)
    sum += byte;
  in.close();
  assert(!in.is_open());
  return (int)sum;
}

int main() {
  int sum = sum_of_file("numbers");
  assert(sum >= -1 && sum <= 4 * 255);
  std::ofstream out;
  out.open(std::string("log"));
  if (!out)
    return 1;
  out.write("sixteen letters!", 16);
  if (out) {
    std::streamoff at = out.tellp();
    assert(at == 16 || at == -1);
  }
  out << sum << std::endl;
#ifdef WRITTEN
  assert(out.good()); //~[written] assertion
#endif
  std::fstream both("data", std::ios::in | std::ios::out);
  int number = 7;
  std::string line;
  if (both >> number && std::getline(both, line) && line.size() < 4)
    assert(line.find('\n') == std::string::npos);
  std::ifstream never;
  assert(!(never >> number) && never.eof());
}
