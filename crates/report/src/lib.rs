//! One report value, several formats.
