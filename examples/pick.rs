//! Which index may be out of bounds?
//!
//!   rustc --emit=llvm-ir -C panic=abort -C opt-level=2 -C no-prepopulate-passes -C overflow-checks=on \
//!     -C debug-assertions=on -C codegen-units=1 -C symbol-mangling-version=v0 -g pick.rs
//!   cassay pick.ll --function pick::main
//!
//! The answer is VERIFICATION FAILED: `middle` takes the length for the last index. With `values.len() - 1` in its
//! place it is VERIFICATION SUCCESSFUL.

extern "C" {
    fn nondet_usize() -> usize;
}

fn middle(values: &[i32], wanted: usize) -> i32 {
    let last = values.len();
    values[if wanted < last { wanted } else { last }]
}

fn main() {
    let values = [3, 1, 4, 1, 5];
    let wanted = unsafe { nondet_usize() };
    assert!(middle(&values, wanted) < 6);
}
