//! A tolerant reader of the LLVM assembly language.
