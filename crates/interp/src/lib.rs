//! The concrete interpreter of the IR.
