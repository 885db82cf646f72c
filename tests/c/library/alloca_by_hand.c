//! alloca that the program declares itself gives memory of the calling function.
//@ revisions: good bad dead
//@[bad] flags: -DBAD
//@[dead] flags: -DDEAD
//@[good] verdict: safe
//@[bad] verdict: unsafe
//@[dead] verdict: unsafe
//@[dead] unseen: sanitizers do not watch memory of alloca behind the end of its function
void *alloca(__SIZE_TYPE__);
static char *last;
static int fill(int n) {
  char *p = alloca(n);
  p[0] = 1;
  p[n - 1] = 2;
  last = p;
  return p[0];
}
int main(void) {
  fill(10);
#ifdef BAD
  char *p = alloca(4);
  p[4] = 1; //~[bad] pointer.bounds
#endif
#ifdef DEAD
  return last[0]; //~[dead] pointer.expired
#endif
  return 0;
}
