//! Of comparisons of wide texts C fixes the sign alone, as of those of other texts.
//@ revisions: good bad ncmp mem case
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[ncmp] flags: -DNCMP
//@[ncmp] verdict: unsafe
//@[mem] flags: -DMEM
//@[mem] verdict: unsafe
//@[case] flags: -DCASE
//@[case] verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
int main(void) {
  assert(wcscmp(L"b", L"a") > 0 && wcscmp(L"a", L"b") < 0 && wcscmp(L"a", L"a") == 0);
  assert(wcsncmp(L"ab", L"ac", 1) == 0 && wcsncmp(L"ab", L"ac", 2) < 0);
  assert(wmemcmp(L"ab", L"aa", 2) > 0 && wmemcmp(L"ab", L"aa", 0) == 0);
  assert(wcscasecmp(L"A", L"a") == 0 && wcscasecmp(L"B", L"a") > 0);
#ifdef BAD
  assert(wcscmp(L"b", L"a") == 1); //~[bad] assertion
#endif
#ifdef NCMP
  assert(wcsncmp(L"a", L"b", 1) == -1); //~[ncmp] assertion
#endif
#ifdef MEM
  assert(wmemcmp(L"a", L"b", 1) == -1); //~[mem] assertion
#endif
#ifdef CASE
  assert(wcscasecmp(L"a", L"b") == -1); //~[case] assertion
#endif
  return 0;
}
