// Keeps Bitwuzla off the standard output, which belongs to the program that embeds it: its warnings
// go to std::cout without an option to turn them off. Rust's own output does not pass through
// std::cout and is not affected.

#include <iostream>

extern "C" void cassay_bitwuzla_silence_output() { std::cout.setstate(std::ios_base::badbit); }
