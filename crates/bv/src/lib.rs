//! Bit-vector values of any width with the operations of SMT-LIB.
