//! A word that is read into an array must be limited to its size: before C++20 the operator does not know it.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@ one-library: what reads words and lines is in libc++'s headers, loops over characters whose number is any
#include <assert.h>
#include <iomanip>
#include <iostream>
#include <string.h>
#include <string>

int main() {
  char word[8] = "";
  std::string line;
  std::cout << "a word and a line, please: ";
#ifdef BAD
  std::cin >> word; //~[bad] pointer.bounds
#else
  if (std::cin >> std::setw(8) >> word)
    assert(strlen(word) < 8);
#endif
  if (std::getline(std::cin, line))
    std::cout << line << '\n';
}
