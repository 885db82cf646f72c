//! Runs clang and lowers its LLVM IR to ours.
