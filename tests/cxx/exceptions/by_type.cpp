//! A handler is chosen by type: the first that names the type or a base of it.
//@ revisions: good bad order
//@ verdict: safe
//@[bad] flags: -DBAD
//@[bad] verdict: unsafe
//@[order] flags: -DORDER
//@[order] verdict: unsafe
#include <assert.h>
extern "C" int __VERIFIER_nondet_int();

struct Error {
  int code;
  explicit Error(int code) : code(code) {}
};
struct Deep : Error {
  explicit Deep(int code) : Error(code) {}
};
struct Other {};

void fail(int which) {
  if (which == 0)
    throw Error(10);
  if (which == 1)
    throw Deep(20);
  if (which == 2)
    throw Other();
  if (which == 3)
    throw 7;
  if (which == 4)
    throw "text";
}

int caught(int which) {
  try {
    fail(which);
    return 0;
#ifdef ORDER
  } catch (const Error &error) {
    return error.code + 1;
  } catch (const Deep &deep) {
    return deep.code + 2;
#else
  } catch (const Deep &deep) {
    return deep.code + 2;
  } catch (const Error &error) {
    return error.code + 1;
#endif
  } catch (int number) {
    return number;
  } catch (const char *text) {
    return text[0];
  } catch (...) {
    return -1;
  }
}

int main() {
  int which = __VERIFIER_nondet_int();
  int got = caught(which);
  if (which == 0)
    assert(got == 11);
  else if (which == 1)
    assert(got == 22); //~[order] assertion
  else if (which == 2)
    assert(got == -1);
  else if (which == 3)
    assert(got == 7);
  else if (which == 4)
    assert(got == 't');
  else
    assert(got == 0);
#ifdef BAD
  assert(got != -1); //~[bad] assertion
#endif
}
