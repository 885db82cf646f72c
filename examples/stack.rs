//! A calculator with a stack: when does it panic?
//!
//!   rustc --emit=llvm-ir -C panic=abort -C opt-level=2 -C no-prepopulate-passes -C overflow-checks=on \
//!     -C debug-assertions=on -C codegen-units=1 -C symbol-mangling-version=v0 -g stack.rs
//!   cassay stack.ll --function stack::main
//!
//! The answer is VERIFICATION FAILED: the sum of two numbers overflows. With `b.checked_add(a)?` in place of `b + a` it is
//! VERIFICATION SUCCESSFUL.

extern "C" {
    fn nondet_int() -> i32;
}

enum Step {
    Push(i32),
    Add,
}

fn run(steps: &[Step]) -> Option<i32> {
    let mut stack = Vec::new();
    for step in steps {
        match step {
            Step::Push(number) => stack.push(*number),
            Step::Add => {
                let a = stack.pop()?;
                let b: i32 = stack.pop()?;
                stack.push(b + a);
            }
        }
    }
    stack.pop()
}

fn main() {
    let (a, b) = unsafe { (nondet_int(), nondet_int()) };
    let steps: Box<[Step]> = Box::new([Step::Push(a), Step::Push(b), Step::Add]);
    if let Some(sum) = run(&steps) {
        assert!(sum.wrapping_sub(b) == a);
    }
}
