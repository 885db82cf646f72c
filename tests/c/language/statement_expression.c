//! GNU statement expressions and compound literals.
//@ verdict: safe
#include <assert.h>
struct s {
  int a, b;
};
static int total(struct s *p) { return p->a + p->b; }
int main(void) {
  int x = ({
    int t = 4;
    t * 2;
  });
  assert(x == 8);
  assert(total(&(struct s){3, x}) == 11);
  return 0;
}
