//! Hash-consed terms, simplified at construction, with an evaluator and an SMT-LIB printer.
