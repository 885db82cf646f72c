//! main may be given arguments.
//@ verdict: unsafe
#include <assert.h>
int main(int argc, char **argv) {
  assert(argc < 1000); //~ assertion
  return 0;
}
