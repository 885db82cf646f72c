//! The command line: arguments, files, exit codes.

fn main() {}
