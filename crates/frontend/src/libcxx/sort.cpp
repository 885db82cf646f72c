#line 1 "<library>/include/c++/algorithm"
#include <algorithm>

// Sorting of numbers. The order is `<`; its class only names the instance and need not have a call operator.
_LIBCPP_BEGIN_NAMESPACE_STD

template <class Order, class Place> void __sort(Place first, Place last, Order) {
  if (last - first > 32) {
    std::make_heap(first, last);
    std::sort_heap(first, last);
    return;
  }
  // Neighbours are exchanged at places that do not depend on what is sorted.
  for (Place end = first; end != last; ++end) {
    for (Place at = end; at != first; --at) {
      auto a = at[-1], b = at[0];
      bool exchanged = b < a;
      at[-1] = exchanged ? b : a;
      at[0] = exchanged ? a : b;
    }
  }
}

template void __sort<__less<char> &, char *>(char *, char *, __less<char> &);
template void __sort<__less<wchar_t> &, wchar_t *>(wchar_t *, wchar_t *, __less<wchar_t> &);
template void __sort<__less<signed char> &, signed char *>(signed char *, signed char *, __less<signed char> &);
template void __sort<__less<unsigned char> &, unsigned char *>(unsigned char *, unsigned char *, __less<unsigned char> &);
template void __sort<__less<short> &, short *>(short *, short *, __less<short> &);
template void __sort<__less<unsigned short> &, unsigned short *>(unsigned short *, unsigned short *, __less<unsigned short> &);
template void __sort<__less<int> &, int *>(int *, int *, __less<int> &);
template void __sort<__less<unsigned> &, unsigned *>(unsigned *, unsigned *, __less<unsigned> &);
template void __sort<__less<long> &, long *>(long *, long *, __less<long> &);
template void __sort<__less<unsigned long> &, unsigned long *>(unsigned long *, unsigned long *, __less<unsigned long> &);
template void __sort<__less<long long> &, long long *>(long long *, long long *, __less<long long> &);
template void __sort<__less<unsigned long long> &, unsigned long long *>(unsigned long long *, unsigned long long *, __less<unsigned long long> &);
template void __sort<__less<float> &, float *>(float *, float *, __less<float> &);
template void __sort<__less<double> &, double *>(double *, double *, __less<double> &);
template void __sort<__less<long double> &, long double *>(long double *, long double *, __less<long double> &);

_LIBCPP_END_NAMESPACE_STD
