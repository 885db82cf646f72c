//! A function of the C++ library without a model is unsupported where it is reached, never a stub.
//@ revisions: reached not
//@[not] verdict: safe
//@[reached] flags: -DREACHED
//@[reached] verdict: unknown
//@[reached] because: `std::locale::name() const`, which has no model
#include <locale>
bool never;
int main() {
#ifdef REACHED
  const std::locale *place = nullptr;
  if (!never) place->name();
#endif
  return 0;
}
