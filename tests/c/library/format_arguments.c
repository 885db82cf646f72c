//! Conversions of a format and the arguments they take.
//@ revisions: good few floating wide read_few read_value
//@[good] flags: -DGOOD
//@[few] flags: -DFEW
//@[floating] flags: -DFLOATING
//@[wide] flags: -DWIDE
//@[read_few] flags: -DREAD_FEW
//@[read_value] flags: -DREAD_VALUE
//@[good] verdict: safe
//@[few] verdict: unsafe
//@[floating] verdict: unsafe
//@[wide] verdict: unsafe
//@[read_few] verdict: unsafe
//@[read_value] verdict: unsafe
#include <stdio.h>
int main(void) {
  int n = 0;
#ifdef GOOD
  printf("%5d|%-*s|%lu|%g|%Lf|%c|%p%%\n", 1, 9, "x", 2ul, 1.5f, 2.5L, 'c', (void *)0);
#endif
#ifdef FEW
  printf("%d,%d\n", 1); //~[few] library-call
#endif
#ifdef FLOATING
  printf("%d\n", 1.5); //~[floating] library-call
#endif
#ifdef WIDE
  printf("%ld\n", 1); //~[wide] library-call
#endif
#ifdef READ_FEW
  scanf("%d%d", &n); //~[read_few] library-call
#endif
#ifdef READ_VALUE
  scanf("%d", n); //~[read_value] library-call
#endif
  return 0;
}
