#line 1 "<library>/include/c++/string"
#include <string>

template class std::basic_string<char>;
template std::string std::operator+ <char, std::char_traits<char>, std::allocator<char>>(
    char const *, std::string const &);
