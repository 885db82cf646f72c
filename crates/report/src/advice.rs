//! What to try where there is no answer.
