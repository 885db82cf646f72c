//! What is proved for any number of threads, and what is not.

use cassay_base::Stop;
use cassay_engine::{Settings, holds_for_any_number};

/// A program in which threads find two variables equal, if they set both before they release the lock.
fn pair(broken: bool) -> String {
    let second = u32::from(broken);
    format!(
        "target 64
global @lock: i32
global @a: i32
global @b: i32
fn works(%0: ptr) -> ptr {{
bb0:
  goto bb1
bb1:
  atomic_begin
  %1: i32 = load @lock
  assume eq(%1, 0:i32)
  store i32 1 -> @lock
  atomic_end
  %2: i32 = load @a
  %3: i32 = load @b
  assert eq(%2, %3) [assertion] \"both are equal\"
  store i32 1 -> @a
  store i32 1 -> @b
  store i32 0 -> @a
  store i32 {second} -> @b
  store i32 0 -> @lock
  goto bb1
}}
fn main() -> i32 {{
bb0:
  goto bb1
bb1:
  %0: i32 = spawn works(null)
  goto bb1
}}
"
    )
}

#[test]
fn a_lock_keeps_two_variables_equal_for_any_number_of_threads() {
    for broken in [false, true] {
        let program = cassay_ir::text::parse(&pair(broken)).expect("it is well-formed");
        let entry = program.find_function("main").expect("a function main");
        let holds = holds_for_any_number(&program, entry, &Settings::default(), &Stop::new());
        assert_eq!(holds.expect("an answer"), !broken);
    }
}
