//! Loops that read until the input ends are executed up to the bound.
//@ revisions: good bad
//@ flags: --unwind 4 --no-unwinding-assertions
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>
#include <iostream>

int main() {
  int character, letters = 0, number;
  while ((character = std::cin.get()) != EOF)
    if (character >= 'a' && character <= 'z')
      letters++;
  assert(letters >= 0 && letters < 4);
  while (std::cin >> number)
    std::cout << number;
  std::cin.clear();
#ifdef BAD
  while (std::cin >> number)
    assert(number != 5); //~[bad] assertion
#endif
}
