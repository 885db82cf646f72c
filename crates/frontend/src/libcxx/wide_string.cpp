#line 1 "<library>/include/c++/string"
#include <string>

template class std::basic_string<wchar_t>;
