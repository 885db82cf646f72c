//! A function of the C++ library without a model is unsupported where it is reached, never a stub.
//@ revisions: reached not
//@[not] verdict: safe
//@[reached] flags: -DREACHED
//@[reached] verdict: unknown
//@[reached] because: `std::filesystem::__cxx11::path::lexically_normal() const`, which has no model
#include <filesystem>
bool never;
int main() {
#ifdef REACHED
  const std::filesystem::path *place = nullptr;
  if (!never) place->lexically_normal();
#endif
  return 0;
}
