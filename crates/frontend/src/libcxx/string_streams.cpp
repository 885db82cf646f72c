#line 1 "<library>/include/c++/sstream"
#include <sstream>

template class std::basic_stringbuf<char>;
template class std::basic_stringstream<char>;
template class std::basic_ostringstream<char>;
template class std::basic_istringstream<char>;
