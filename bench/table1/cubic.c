//! The real roots of a polynomial of third degree, by trigonometry where there are three.
//@ paper: 12 MiBench.Cubic
//@ row: --unwind 5
//@ safe: --unwind 5
//@ unsafe: --unwind 5 -DBUG
#include <assert.h>
#include <math.h>
#define PI 3.14159265358979323846
double nondet_double(void);

void roots(double a, double b, double c, double d, int *count, double *x) {
  double p = b / a, q = c / a, r = d / a;
  double s = (p * p - 3.0 * q) / 9.0;
  double t = (2.0 * p * p * p - 9.0 * p * q + 27.0 * r) / 54.0;
  double left = t * t - s * s * s;
  if (left <= 0) {
    *count = 3;
    double angle = acos(t / sqrt(s * s * s));
    for (int k = 0; k < 3; k++)
      x[k] = -2.0 * sqrt(s) * cos((angle + 2.0 * k * PI) / 3.0) - p / 3.0;
  } else {
    *count = 1;
    double u = pow(sqrt(left) + fabs(t), 1 / 3.0);
    x[0] = u + s / u;
    x[0] *= t < 0.0 ? 1 : -1;
    x[0] -= p / 3.0;
  }
}

int main(void) {
  double x[3];
  int count = 0;
  double a = nondet_double(), b = nondet_double(), c = nondet_double(), d = nondet_double();
  roots(a, b, c, d, &count, x);
#ifdef BUG
  count++;
#endif
  assert(count == 1 || count == 3);
  double sum = 0;
  for (int k = 0; k < count; k++)
    sum += x[k];
  return sum > 0;
}
