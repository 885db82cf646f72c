//! Term rewrite rules as data.
