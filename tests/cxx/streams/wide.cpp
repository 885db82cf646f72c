//! Wide streams: strings are formatted and parsed, the standard ones show nothing and read anything.
//@ revisions: good bad
//@ one-library: libc++ keeps wide streams in its shared library, of which there are no models
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::wostringstream out;
  out << L"x = " << 42 << L' ' << std::hex << std::setw(4) << std::setfill(L'.') << 255 << " end";
  assert(out.str() == L"x = 42 ..ff end");
  std::wistringstream in(L"7 seven -8");
  int first = 0, last = 0;
  std::wstring word;
  in >> first >> word >> last;
  assert(first == 7 && word == L"seven" && last == -8);
  assert(!(in >> word) && in.eof());
  std::wstringstream lines;
  lines << L"a rather long line of text" << std::endl << L"another";
  std::getline(lines, word);
  assert(word.size() == 26 && word[2] == L'r');
  std::wcout << word << L' ' << first << std::endl;
  int number = 1;
  if (std::wcin >> number)
    std::wcerr << number;
#ifdef BAD
  assert(number == 1); //~[bad] assertion
#endif
}
