//! Formatted output and input of wide characters, and texts of both kinds turned into each other.
//@ revisions: good text value bytes
//@[text] flags: -DTEXT
//@[value] flags: -DVALUE
//@[bytes] flags: -DBYTES
//@[good] verdict: safe
//@[text] verdict: unsafe
//@[value] verdict: unsafe
//@[bytes] verdict: unsafe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t wide[16];
  char bytes[16];
  int x = 0;
  assert(swprintf(wide, 16, L"%d-%ls%c", 42, L"ab", 'c') == 6);
  assert(wcscmp(wide, L"42-abc") == 0);
#ifdef TEXT
  assert(wide[2] != L'-'); //~[text] assertion
#endif
  assert(swprintf(wide, 3, L"%d", 12345) < 0);
  assert(swscanf(L" 77 word", L"%d %15ls", &x, wide) == 2);
#ifdef VALUE
  assert(x != 77); //~[value] assertion
#endif
  assert(x == 77 && wcscmp(wide, L"word") == 0);
  assert(mbstowcs(wide, "hey", 16) == 3 && wide[2] == L'y' && wide[3] == 0);
  assert(mbstowcs(NULL, "four", 0) == 4 && mbstowcs(wide, "\xe9", 16) == (size_t)-1);
  assert(wcstombs(bytes, L"abc", 2) == 2 && bytes[1] == 'b');
#ifdef BYTES
  assert(wcstombs(bytes, L"abcd", sizeof bytes) == 3); //~[bytes] assertion
#endif
  assert(snprintf(bytes, sizeof bytes, "%ls|%lc", L"xy", L'z') == 4);
  assert(wprintf(L"%d%n", 1234, &x) == 4 && x == 4);
  return 0;
}
