//! From a model to a counterexample, replayed in the interpreter.
