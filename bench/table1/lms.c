//! Enhancement of a signal by the method of least mean squares: an adaptive filter of order 20
//! sees 201 samples.
//@ paper: 11 SNU-RT.lms
//@ row: -DSAMPLES=201 --unwind 202
//@ safe: -DSAMPLES=6
//@ unsafe: -DSAMPLES=6 -DBUG
#include <assert.h>
#ifndef SAMPLES
#define SAMPLES 201
#endif
#define ORDER 20
float nondet_float(void);

float samples[SAMPLES], out[SAMPLES];
float taps[ORDER + 1], delayed[ORDER + 1];
float power;

/* One step: filters x, then moves the taps against the error between result and wanted. */
float lms(float x, float wanted, float *tap, int order, float mu, float alpha) {
  float result = 0.0f;
  delayed[0] = x;
  power = alpha * delayed[0] * delayed[0] + (1 - alpha) * power;
  for (int i = 0; i <= order; i++)
    result += tap[i] * delayed[i];
  float error = wanted - result;
  float rate = mu * error / ((order + 1) * power);
  for (int i = 0; i <= order; i++)
    tap[i] += rate * delayed[i];
  for (int i = order; i > 0; i--)
    delayed[i] = delayed[i - 1];
  return result;
}

int main(void) {
  int order = ORDER;
#ifdef BUG
  order++;
#endif
  power = 0.5f;
  for (int k = 0; k < SAMPLES; k++)
    samples[k] = nondet_float();
  for (int k = 1; k < SAMPLES; k++)
    out[k] = lms(samples[k - 1], samples[k], taps, order, 0.01f, 0.01f);
  int steps = 0;
  for (int k = SAMPLES - 1; k > 0; k--)
    steps++;
  assert(steps * (SAMPLES / steps) < SAMPLES + 1);
  return 0;
}
