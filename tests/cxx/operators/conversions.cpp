//! Conversions by constructors and operators are chosen by type, explicit ones only where they are asked for.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct Metres {
  int value;
  explicit Metres(int v) : value(v) {}
};
struct Feet {
  int value;
  Feet(int v) : value(v) {}
  operator Metres() const { return Metres(value * 3 / 10); }
  explicit operator bool() const { return value != 0; }
};

int length(Metres m) { return m.value; }

int main() {
  Feet feet = 10;
  assert(length(feet) == 3);
  assert(length(Metres(10)) == 10);
#ifdef BAD
  Feet none = 0;
  assert(none); //~[bad] assertion
#endif
  assert(feet ? true : false);
}
