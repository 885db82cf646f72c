//! Functions of ESBMC that are exact here have their meaning.
//@ revisions: good bad
//@[good] verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@ unseen: the functions exist in verifiers only
int nondet_int(void);
void __ESBMC_assert(_Bool, const char *);
_Bool __ESBMC_same_object(const void *, const void *);
_Bool __ESBMC_is_little_endian(void);
void __ESBMC_unreachable(void);
int main(void) {
  int a[2], b, n = nondet_int();
  __ESBMC_assert(__ESBMC_same_object(a, a + 1) && !__ESBMC_same_object(a, &b), "object");
  __ESBMC_assert(__ESBMC_is_little_endian(), "bytes");
  if (n % 2 == 2)
    __ESBMC_unreachable();
#ifdef BAD
  if (n == 3)
    __ESBMC_unreachable(); //~[bad] assertion
#endif
  return 0;
}
