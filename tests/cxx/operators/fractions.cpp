//! Comparisons and steps of a class of numbers.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
#include <assert.h>

struct Fraction {
  int over, under;
  Fraction(int a, int b = 1) : over(a), under(b) {}
  bool operator==(const Fraction &o) const { return over * o.under == o.over * under; }
  bool operator<(const Fraction &o) const { return over * o.under < o.over * under; }
  Fraction operator/(const Fraction &o) const { return Fraction(over * o.under, under * o.over); }
  Fraction &operator++() {
    over += under;
    return *this;
  }
  Fraction operator++(int) {
    Fraction old = *this;
    ++*this;
    return old;
  }
  int whole() const { return over / under; } //~[bad] division-by-zero
};

int main() {
  Fraction half(1, 2);
  assert(half++ == Fraction(2, 4));
  assert(Fraction(1) < half && half == Fraction(6, 4));
#ifdef BAD
  Fraction wrong = half / Fraction(0);
  return wrong.whole();
#endif
  assert((half / Fraction(3, 2)).whole() == 1);
}
