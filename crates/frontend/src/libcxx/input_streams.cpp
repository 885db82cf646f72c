#line 1 "<library>/include/c++/istream"
#include <istream>

template class std::basic_istream<char>;
template class std::basic_iostream<char>;
