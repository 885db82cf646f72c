//! A loop that constants keep alive for ever does not hide a violation of its first iterations.
//@ verdict: unsafe
#include <assert.h>
int nondet_int(void);
int main(void) {
  int level = 0, running = 1, rounds = 0;
  unsigned history[16] = {0};
  while (running < 4) {
    int rise = nondet_int();
    if (rise > 0 && level < 3)
      level++;
    if (rise < 0 && level > 0)
      level--;
    for (int i = 15; i > 0; i--)
      history[i] = history[i - 1];
    history[0] = (unsigned)level;
    rounds = (rounds + 1) % 1000;
    assert(!(rounds > 4 && level == 3 && history[3] == 1)); //~ assertion
  }
  return 0;
}
