//! Programs with known answers, and the pitfalls of verifying threads.

mod common;

use cassay_explore::{Cut, Limits, explore};
use cassay_ir::MemoryModel;
use common::{explored, finals, parse, violated};

/// Two threads do `WORK`, and main takes the sum.
fn two(work: &str) -> String {
    format!(
        "
target 64
global @x: i32
global @lock: i32
fn work(%0: ptr) -> ptr {{
bb0:
{work}
  return %0
}}
fn main() -> void {{
bb0:
  %0: i32 = spawn work(null)
  %1: i32 = spawn work(null)
  %2: ptr = join %0
  %3: ptr = join %1
  return
}}
"
    )
}

const ADD: &str = "  %1: i32 = load @x\n  store i32 add(%1, 1) -> @x\n";

#[test]
fn a_load_and_a_store_lose_an_update_and_race() {
    let found = explored(&two(ADD));
    assert_eq!(finals(&found), [vec![1, 0], vec![2, 0]]);
    assert!(!found.races.is_empty() && found.deadlock.is_none());
    assert!(found.all_inputs);
}

#[test]
fn atomic_updates_lose_nothing_and_do_not_race() {
    let found = explored(&two(&format!("  atomic_begin\n{ADD}  atomic_end\n")));
    assert_eq!(finals(&found), [vec![2, 0]]);
    assert!(found.races.is_empty());
    // Atomic accesses one by one lose updates, too, but do not race.
    let atomic = ADD.replace("load @x", "load atomic relaxed @x");
    let found = explored(&two(&atomic.replace("store", "store atomic relaxed")));
    assert_eq!(finals(&found), [vec![1, 0], vec![2, 0]]);
    assert!(found.races.is_empty());
    // One plain access among them does.
    let found = explored(&two(&ADD.replace("load @x", "load atomic relaxed @x")));
    assert!(!found.races.is_empty());
}

const TAKE: &str = "  atomic_begin\n  %9: i32 = load @lock\n  wait eq(%9, 0)\n  \
                    store i32 1 -> @lock\n  atomic_end\n";

#[test]
fn a_lock_orders_updates() {
    let release = "  atomic_begin\n  store i32 0 -> @lock\n  atomic_end\n";
    let found = explored(&two(&format!("{TAKE}{ADD}{release}")).replace('9', "2"));
    assert_eq!(finals(&found), [vec![2, 0]]);
    assert!(found.races.is_empty() && found.deadlock.is_none());
    // Who never gives it away holds up the others.
    let found = explored(&two(&format!("{TAKE}{ADD}")).replace('9', "2"));
    assert!(finals(&found).is_empty());
    let (waiters, witness) = found.found.deadlock.expect("a deadlock");
    assert_eq!(waiters.len(), 2);
    assert!(!witness.schedule.steps.is_empty());
}

/// Store buffering: both may not read zero.
#[test]
fn memory_is_sequentially_consistent() {
    let found = explored(
        "
target 64
global @x: i32
global @y: i32
global @a: i32
global @b: i32
fn first(%0: ptr) -> ptr {
bb0:
  store i32 1 -> @x
  %1: i32 = load @y
  store i32 %1 -> @a
  return %0
}
fn second(%0: ptr) -> ptr {
bb0:
  store i32 1 -> @y
  %1: i32 = load @x
  store i32 %1 -> @b
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn first(null)
  %1: i32 = spawn second(null)
  %2: ptr = join %0
  %3: ptr = join %1
  %4: i32 = load @a
  %5: i32 = load @b
  assert or(eq(%4, 1), eq(%5, 1)) [assertion] \"one comes first\"
  assert or(eq(%4, 0), eq(%5, 0)) [assertion] \"not both come second\"
  return
}
",
    );
    assert_eq!(violated(&found), ["not both come second"]);
    assert_eq!(finals(&found).len(), 2);
}

/// Peterson's algorithm with waits that spin: finitely many states, although executions never end.
#[test]
fn a_finite_program_that_never_ends_is_proved() {
    let enter = |own: &str, other: &str, turn: u32| {
        format!(
            "
fn enter{turn}(%0: ptr) -> ptr {{
bb0:
  goto bb1
bb1:
  store i32 1 -> @{own}
  store i32 {turn} -> @turn
  goto bb2
bb2:
  %1: i32 = load @{other}
  %2: i32 = load @turn
  if and(eq(%1, 1), eq(%2, {turn})) goto bb2 else bb3
bb3:
  %3: i32 = load @inside
  assert eq(%3, 0) [assertion] \"alone\"
  store i32 1 -> @inside
  store i32 0 -> @inside
  store i32 0 -> @{own}
  goto bb1
}}
"
        )
    };
    let main = "
fn main() -> void {
bb0:
  %0: i32 = spawn enter0(null)
  %1: i32 = spawn enter1(null)
  %2: ptr = join %0
  return
}
";
    let globals =
        "target 64\nglobal @a: i32\nglobal @b: i32\nglobal @turn: i32\nglobal @inside: i32\n";
    let text = [globals, &enter("a", "b", 0), &enter("b", "a", 1), main].concat();
    let found = explored(&text);
    assert!(found.violations.is_empty() && found.deadlock.is_none());
    assert!(found.states > 50, "{}", found.states);
    // The wrong turn lets both in.
    let wrong = text.replace("and(eq(%1, 1), eq(%2, 0))", "and(eq(%1, 1), eq(%2, 1))");
    assert_eq!(violated(&explored(&wrong)), ["alone"]);
}

#[test]
fn a_blocked_thread_hides_nothing() {
    let found = explored(
        "
target 64
global @x: i32
fn stops(%0: ptr) -> ptr {
bb0:
  %1: i32 = load @x
  assume eq(%1, 1)
  return %0
}
fn fails(%0: ptr) -> ptr {
bb0:
  assert false [assertion] \"bad\"
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn stops(null)
  %1: i32 = spawn fails(null)
  %2: ptr = join %0
  return
}
",
    );
    assert_eq!(violated(&found), ["bad"]);
    assert!(found.deadlock.is_none());
}

/// A violated claim in one thread does not hide one that another thread meets before it.
#[test]
fn claims_do_not_hide_each_other() {
    let found = explored(
        "
target 64
global @x: i32
fn sees(%0: ptr) -> ptr {
bb0:
  %1: i32 = load @x
  assert eq(%1, 0) [assertion] \"second\"
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn sees(null)
  store i32 1 -> @x
  assert false [assertion] \"first\"
  return
}
",
    );
    assert_eq!(violated(&found), ["first", "second"]);
}

/// One thread frees what another uses.
#[test]
fn freed_and_used_in_both_orders() {
    let found = explored(
        "
target 64
global @p: ptr
global @x: i32
fn uses(%0: ptr) -> ptr {
bb0:
  %1: ptr = load @p
  assert not_freed(%1, 0) [assertion] \"alive\"
  store i32 1 -> *%1 align 4
  return %0
}
fn main() -> void {
bb0:
  %0: ptr = alloc heap 4 align 4
  store ptr %0 -> @p
  %1: i32 = spawn uses(null)
  free %0
  %2: ptr = join %1
  return
}
",
    );
    assert_eq!(violated(&found), ["alive"]);
    // Freed between the claim and the store, which no claim is about.
    assert_eq!(found.invalid.len(), 1);
    // The end of a life is no access.
    assert!(found.races.is_empty());
}

/// The first thread dereferences what the second stores.
#[test]
fn pointers_of_later_threads_are_followed() {
    let found = explored(
        "
target 64
global @p: ptr
global @x: i32
fn reads(%0: ptr) -> ptr {
bb0:
  %1: ptr = load @p
  if eq(%1, null) goto bb2 else bb1
bb1:
  %2: i32 = load *%1 align 4
  store i32 %2 -> @x
  return %0
bb2:
  return %0
}
fn stores(%0: ptr) -> ptr {
  var own: i32 address_taken
bb0:
  declare own
  store i32 7 -> own
  store ptr &own -> @p
  store ptr null -> @p
  %1: i32 = load own
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn reads(null)
  %1: i32 = spawn stores(null)
  %2: ptr = join %0
  %3: ptr = join %1
  return
}
",
    );
    let last: Vec<u64> = finals(&found).iter().map(|values| values[1]).collect();
    assert!(last.contains(&7) && last.contains(&0));
    // It may also be read when its scope has ended.
    assert_eq!(found.invalid.len(), 1);
}

#[test]
fn spin_loops_end_and_counting_ones_do_not() {
    let spins = |body: &str| {
        format!(
            "
target 64
global @f: i32
global @n: i32
fn waits(%0: ptr) -> ptr {{
bb0:
  goto bb1
bb1:
  %1: i32 = load @f
{body}
  if eq(%1, 0) goto bb1 else bb2
bb2:
  return %0
}}
fn main() -> void {{
bb0:
  %0: i32 = spawn waits(null)
  store i32 1 -> @f
  %1: ptr = join %0
  return
}}
"
        )
    };
    let found = explored(&spins(""));
    assert_eq!(finals(&found), [vec![1, 0]]);
    let program = parse(&spins(
        "  %2: i32 = load @n\n  store i32 add(%2, 1) -> @n\n",
    ));
    let entry = program.find_function("main").expect("a function main");
    let limits = Limits {
        states: 1000,
        ..Limits::default()
    };
    let found = explore(&program, entry, MemoryModel::Sc, &[], &limits);
    assert_eq!(found.end, Some(Cut::States));
}

/// A loop that makes a variable in each round comes back to the same state, and a private loop without
/// an end does not keep the others from going on.
#[test]
fn objects_of_earlier_rounds_do_not_count() {
    let found = explored(
        "
target 64
global @x: i32
fn rounds(%0: ptr) -> ptr {
  var own: i32 address_taken
bb0:
  goto bb1
bb1:
  declare own
  %1: i32 = load @x
  store i32 %1 -> own
  dead own
  goto bb1
}
fn forever(%0: ptr) -> ptr {
bb0:
  goto bb0
}
fn main() -> void {
bb0:
  %0: i32 = spawn rounds(null)
  %1: i32 = spawn forever(null)
  store i32 1 -> @x
  %2: ptr = join %0
  return
}
",
    );
    assert!(found.states < 200, "{}", found.states);
    assert!(finals(&found).is_empty() && found.deadlock.is_none());
}

#[test]
fn inputs_take_their_values() {
    let found = explored(
        "
target 64
global @x: i32
fn work(%0: ptr) -> ptr {
bb0:
  %1: i1 = havoc \"a\"
  if %1 goto bb1 else bb2
bb1:
  store i32 1 -> @x
  return %0
bb2:
  %2: i1 = havoc \"b\"
  assert not(%2) [assertion] \"b\"
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn work(null)
  %1: ptr = join %0
  return
}
",
    );
    assert_eq!(finals(&found), [vec![0], vec![1]]);
    assert_eq!(violated(&found), ["b"]);
    assert!(found.all_inputs);
    let witness = found.violations.values().next().expect("a violation");
    let inputs: Vec<_> = witness.inputs.threads[&1]
        .iter()
        .map(|bits| bits.to_u64())
        .collect();
    assert_eq!(inputs, [Some(0), Some(1)]);
}

#[test]
fn the_step_limit_and_the_stop_token_are_reasons() {
    let program = parse(&two(ADD));
    let entry = program.find_function("main").expect("a function main");
    let short = Limits {
        steps: 10,
        ..Limits::default()
    };
    assert_eq!(
        explore(&program, entry, MemoryModel::Sc, &[], &short).end,
        Some(Cut::Steps)
    );
    let stopped = Limits::default();
    stopped.stop.raise(cassay_base::StopReason::Time);
    let end = explore(&program, entry, MemoryModel::Sc, &[], &stopped).end;
    assert_eq!(end, Some(Cut::Stopped(cassay_base::StopReason::Time)));
}
