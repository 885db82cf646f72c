//! The facets of the classic locale: classes of characters and times on streams.
//@ revisions: good bad null
//@ one-library: libc++ keeps the facet of times in its shared library, of which there is no model
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[null] flags: -DNULL_TIME
//@[null] verdict: unsafe
#include <assert.h>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>

int main() {
  std::locale classic;
  assert(std::isalpha('x', classic) && !std::isalpha('7', classic));
  assert(std::isspace('\t', classic) && std::ispunct('!', classic));
  assert(std::toupper('a', classic) == 'A');
#ifdef BAD
  assert(std::tolower('A', classic) == 'A'); //~[bad] assertion
#endif
  const std::ctype<char> &facet = std::use_facet<std::ctype<char>>(std::locale());
  assert(facet.widen('q') == 'q' && facet.narrow('q', '?') == 'q');
  char word[] = "mixed";
  assert(facet.toupper(word, word + 5) == word + 5 && word[4] == 'D');
  std::tm time = {};
  time.tm_hour = 7;
  time.tm_mday = 3;
#ifdef NULL_TIME
  std::tm *none = nullptr;
  std::cout << std::put_time(none, "%H"); //~[null] pointer.null
#endif
  std::ostringstream out;
  out << std::put_time(&time, "at %H, day %d%%");
  assert(out.str() == "at 07, day 03%");
}
