//! Indices that run round in a buffer stay within it.
//@ revisions: good bad
//@[bad] flags: -DBAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
int nondet_int(void);
#ifdef BAD
#define BUG(x) x
#else
#define BUG(x)
#endif
int main(void) {
  int buffer[8] = {0};
  unsigned head = 0, tail = 0;
  while (1) {
    if (nondet_int()) {
      buffer[head] = 1; //~[bad] bounds
      head = (head + 1) % 8;
      BUG(if (head == 5 && tail == 4) head = 8;)
    } else {
      buffer[tail] = 0;
      tail = (tail + 1) & 7;
    }
  }
}
