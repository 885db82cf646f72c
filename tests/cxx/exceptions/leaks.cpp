//! Memory that only a path of an exception loses.
//@ revisions: bad good
//@ flags: --memory-leak-check
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
extern "C" int __VERIFIER_nondet_int();

struct Owner {
  int *data;
  Owner() : data(new int(1)) {}
  ~Owner() { delete data; }
};

void may_fail(int n) {
  if (n == 2)
    throw n;
}

void careless(int n) {
  int *data = new int(1);
  may_fail(n);
  delete data;
}

void careful(int n) {
  Owner owner;
  may_fail(n);
}

int main() {
  int n = __VERIFIER_nondet_int();
  try {
#ifdef BAD
    careless(n);
#else
    careful(n);
#endif
  } catch (int) {
  }
} //~[bad] memory-cleanup
