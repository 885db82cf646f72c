//! Property checks: each adds or keeps assertions of its class.
