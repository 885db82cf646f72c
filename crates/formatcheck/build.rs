//! Hands the platform that is built for on to the source.

fn main() {
    let platform = std::env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-env=CASSAY_PLATFORM={platform}");
    println!("cargo:rerun-if-changed=build.rs");
}
