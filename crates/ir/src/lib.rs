//! The intermediate representation: types, expressions, control-flow graphs, text form, verifier.
