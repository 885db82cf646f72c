//! Typed ids, persistent maps, spans, diagnostics, stop tokens.
