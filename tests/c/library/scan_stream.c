//! What scanf reads is what some input gives: words without spaces, numbers within their width, and
//! the character behind them stays for the next reader.
//@ revisions: good number word end
//@[number] flags: -DNUMBER
//@[word] flags: -DWORD
//@[end] flags: -DEND
//@[good] verdict: safe
//@[number] verdict: unsafe
//@[word] verdict: unsafe
//@[end] verdict: unsafe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int x = 5, digit = 0;
  char word[6] = "";
  int stored = scanf("%d %5s", &x, word);
  assert(stored >= EOF && stored <= 2);
  if (stored < 1)
    assert(x == 5);
  if (stored == EOF)
    assert(feof(stdin) || ferror(stdin));
  if (stored == 2)
    for (int i = 0; word[i]; i++)
      assert(word[i] != ' ' && word[i] != '\n');
  if (stored == 2 && !memchr(word, 0, 5) == 0 && word[0]) {
    int next = getchar();
    assert(next == EOF || isspace(next) || word[4] || strlen(word) < 5);
  }
  if (scanf("%1d", &digit) == 1)
    assert(digit >= 0 && digit <= 9);
#ifdef NUMBER
  assert(x != -12345); //~[number] assertion
#endif
#ifdef WORD
  assert(strcmp(word, "abc") != 0); //~[word] assertion
#endif
#ifdef END
  assert(stored != EOF); //~[end] assertion
#endif
  return 0;
}
