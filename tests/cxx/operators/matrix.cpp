//! Indices, calls, sums and products are functions of the class.
//@ revisions: good bad
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[bad] unseen: a reference to what lies behind the last element of a row is bound before it is written
#include <assert.h>

class Matrix {
  int cells[2][2];

public:
  Matrix(int a, int b, int c, int d) : cells{{a, b}, {c, d}} {}
  int &operator()(unsigned row, unsigned column) { return cells[row][column]; } //~[bad] bounds
  const int *operator[](unsigned row) const { return cells[row]; }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix r(0, 0, 0, 0);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
          r.cells[i][j] += a[i][k] * b[k][j];
    return r;
  }
  Matrix &operator+=(const Matrix &other) {
    for (int i = 0; i < 4; i++)
      cells[i / 2][i % 2] += other[i / 2][i % 2];
    return *this;
  }
};

int main() {
  Matrix fibonacci(1, 1, 1, 0);
  Matrix power = fibonacci * fibonacci * fibonacci;
  power += fibonacci;
#ifdef BAD
  power(0, 2) = 0;
#endif
  assert(power(0, 0) == 4 && power(1, 1) == 1);
}
