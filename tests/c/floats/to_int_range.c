//! A float out of range has no integer: a violation where it is claimed, else not proved.
//@ revisions: bad open ok
//@ again: --fp2bv
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[open] flags: -DBAD --property unreach-call
//@[open] verdict: unknown
//@[open] contains: conversion of a floating-point value out of range
//@[ok] verdict: safe
#include <assert.h>
double nondet_double(void);
void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
  double x = nondet_double();
#ifdef BAD
  __VERIFIER_assume(x >= 0.0);
#else
  __VERIFIER_assume(x > -2147483649.0 && x < 2147483648.0);
#endif
  int i = (int)x; //~[bad] float-cast
#ifndef BAD
  assert(i <= x || i - x < 1.0);
#else
  if (i < 0 && x > 0.0 && x < 5.0)
    reach_error();
#endif
  return i == 7;
}
