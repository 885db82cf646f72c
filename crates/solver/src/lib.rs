//! The solver interface, its decorators and its conformance suite.
