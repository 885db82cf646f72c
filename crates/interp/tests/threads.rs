//! Several threads: how they start, wait and end, and who goes on.

mod common;

use cassay_bv::Bv;
use cassay_interp::{
    Asked, Choice, Context, Event, Follow, Inputs, Limits, Observer, Oracle, Outcome, Schedule,
    Scheduler, Sequential, Silent, Step, Value, WaitsFor, Zeros, run_scheduled,
};
use cassay_ir::{InputSource, Program};

/// Two threads that each add one to a variable, not atomically.
const ADD: &str = "
target 64
global @x: i32
fn add(%0: ptr) -> ptr {
bb0:
  %1: i32 = load @x
  store i32 add(%1, 1) -> @x
  return %0
}
fn main() -> i32 {
bb0:
  %0: i32 = spawn add(null)
  %1: i32 = spawn add(null)
  %2: ptr = join %0
  %3: ptr = join %1
  %4: i32 = load @x
  return %4
}
";

/// Lets the first thread run while it can, and the others in turns.
#[derive(Default)]
struct Turns(u32);

impl Scheduler for Turns {
    fn choose(&mut self, choice: &Choice<'_>) -> Option<u32> {
        let ready = || choice.ready.iter().map(|standing| standing.thread);
        let next = ready().find(|thread| *thread > self.0);
        let chosen = ready().find(|thread| *thread == 0).or(next);
        let chosen = chosen.or_else(|| ready().next())?;
        if chosen > 0 {
            self.0 = chosen;
        }
        Some(chosen)
    }
}

fn parse(text: &str) -> Program {
    let program = cassay_ir::text::parse(text).expect("the program reads");
    let errors = cassay_ir::verify(&program);
    assert_eq!(errors, Ok(()));
    program
}

fn end_of(text: &str, scheduler: &mut dyn Scheduler) -> Outcome {
    let program = parse(text);
    let entry = program.find_function("main").expect("a function main");
    let limits = Limits::default();
    run_scheduled(&program, entry, &mut Zeros, &mut Silent, &limits, scheduler)
}

fn returned(outcome: &Outcome) -> u64 {
    let Outcome::Finished {
        value: Some(Value::Int(value)),
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    value.to_u64().expect("a small number")
}

#[test]
fn one_after_the_other_or_in_turns() {
    assert_eq!(returned(&end_of(ADD, &mut Sequential)), 2);
    assert_eq!(returned(&end_of(ADD, &mut Turns::default())), 1);
}

#[test]
fn a_schedule_is_followed() {
    let program = parse(ADD);
    let add = program.find_function("add").expect("a function");
    let step = |thread, stmt| Step {
        thread,
        function: add,
        block: cassay_ir::Function::ENTRY,
        stmt,
        commits: None,
    };
    let result = |steps: Vec<Step>| {
        let schedule = Schedule {
            steps,
            points: None,
            ..Schedule::default()
        };
        returned(&end_of(ADD, &mut Follow::new(&schedule)))
    };
    let main = program.find_function("main").expect("a function");
    let start = |stmt| Step {
        thread: 0,
        function: main,
        block: cassay_ir::Function::ENTRY,
        stmt,
        commits: None,
    };
    // What comes before the first other thread is in no schedule.
    let both = [start(1)];
    let then = |rest: &[Step]| both.iter().chain(rest).copied().collect::<Vec<_>>();
    assert_eq!(result(then(&[step(2, 0), step(1, 0), step(1, 1)])), 1);
    assert_eq!(result(then(&[step(2, 0), step(2, 1), step(1, 0)])), 2);
    assert_eq!(result(Vec::new()), 2);
    // Nobody ever is a third thread.
    let schedule = Schedule {
        steps: then(&[step(3, 0)]),
        points: None,
        ..Schedule::default()
    };
    let outcome = end_of(ADD, &mut Follow::new(&schedule));
    assert!(
        matches!(outcome, Outcome::OffSchedule { .. }),
        "{outcome:?}"
    );
}

#[test]
fn a_section_is_not_interrupted() {
    let text = ADD.replace(
        "  %1: i32 = load @x",
        "  atomic_begin\n  atomic_begin\n  %1: i32 = load @x",
    );
    let text = text.replace("-> @x\n", "-> @x\n  atomic_end\n  atomic_end\n");
    assert_eq!(returned(&end_of(&text, &mut Turns::default())), 2);
}

/// A lock of one word, taken twice; `HOLD` is what the holder does.
const LOCK: &str = "
target 64
global @lock: i32
global @x: i32
fn work(%0: ptr) -> ptr {
bb0:
  call take()
  %1: i32 = load @x
  store i32 add(%1, 1) -> @x
  store i32 0 -> @lock
  return %0
}
fn take() -> void {
bb0:
  atomic_begin
  %0: i32 = load @lock
  store i32 7 -> @x
  wait eq(%0, 0)
  store i32 0 -> @x
  store i32 1 -> @lock
  atomic_end
  return
}
fn main() -> i32 {
bb0:
  %0: i32 = spawn work(null)
  %1: i32 = spawn work(null)
  call take()
  %2: i32 = load @x
  store i32 0 -> @lock
  %3: ptr = join %0
  %4: ptr = join %1
  return %2
}
";

#[test]
fn what_a_section_did_before_it_had_to_wait_is_undone() {
    for scheduler in [&mut Sequential as &mut dyn Scheduler, &mut Turns::default()] {
        assert_eq!(returned(&end_of(LOCK, scheduler)), 0);
    }
}

#[test]
fn nobody_hears_of_a_section_that_did_not_begin() {
    struct Writes(Vec<(u32, u64)>);
    impl Observer for Writes {
        fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
            if let Event::Written { object, .. } = event {
                self.0.push((context.thread, object));
            }
        }
    }
    let program = parse(LOCK);
    let entry = program.find_function("main").expect("a function main");
    let mut writes = Writes(Vec::new());
    let limits = Limits::default();
    run_scheduled(
        &program,
        entry,
        &mut Zeros,
        &mut writes,
        &limits,
        &mut Turns::default(),
    );
    let of = |thread: u32| writes.0.iter().filter(|(by, _)| *by == thread).count();
    assert_eq!((of(0), of(1), of(2)), (4, 5, 5));
}

#[test]
fn who_waits_for_each_other_is_named() {
    let text = "
target 64
global @x: i32
fn work(%0: ptr) -> ptr {
bb0:
  atomic_begin
  %1: i32 = load @x
  wait ne(%1, 0)
  atomic_end
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn work(null)
  %1: ptr = join %0
  store i32 1 -> @x
  return
}
";
    let outcome = end_of(text, &mut Sequential);
    let Outcome::Deadlock { threads } = &outcome else {
        panic!("{outcome:?}");
    };
    let waits: Vec<_> = threads
        .iter()
        .map(|at| (at.thread, at.what, at.at.stmt))
        .collect();
    let expected = [(0, WaitsFor::Thread(1), 1), (1, WaitsFor::Condition, 2)];
    assert_eq!(waits, expected);
    // An assumption is no deadlock.
    let assumed = end_of(&text.replace("wait ne", "assume ne"), &mut Sequential);
    assert!(
        matches!(assumed, Outcome::AssumptionFailed { .. }),
        "{assumed:?}"
    );
    // Alone, too.
    let alone = end_of(
        "fn main() -> void { bb0: wait false return }",
        &mut Sequential,
    );
    assert!(matches!(alone, Outcome::Deadlock { .. }), "{alone:?}");
}

#[test]
fn a_blocked_thread_does_not_hold_up_others() {
    let text = "
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
  assert false [assertion]
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn stops(null)
  %1: i32 = spawn fails(null)
  %2: ptr = join %0
  return
}
";
    let outcome = end_of(text, &mut Sequential);
    assert!(matches!(outcome, Outcome::Violation { .. }), "{outcome:?}");
}

#[test]
fn every_thread_has_its_own_variables() {
    let text = "
target 64
global @own: i32 thread_local = { 0: 5:i32 }
global @__cassay_thread: i64 thread_local
global @sum: i32
fn add(%0: ptr) -> ptr {
bb0:
  %1: i32 = load @own
  store i32 add(%1, 1) -> @own
  %2: i32 = load @own
  %3: i32 = load @sum
  store i32 add(%2, %3) -> @sum
  %4: i64 = load @__cassay_thread
  %5: i32 = load @sum
  store i32 add(trunc(%4, i32), %5) -> @sum
  return &@own
}
fn main() -> i32 {
bb0:
  store i32 100 -> @own
  %0: i32 = spawn add(null)
  %1: i32 = spawn add(null)
  %2: ptr = join %0
  %3: ptr = join %1
  %4: i32 = load @own
  %5: i32 = load @sum
  %6: i1 = eq(%2, %3)
  assert not(%6) [assertion] \"two objects\"
  return add(%4, %5)
}
";
    assert_eq!(
        returned(&end_of(text, &mut Sequential)),
        100 + 6 + 6 + 1 + 2
    );
}

#[test]
fn results_of_threads_reach_who_joins_them() {
    let text = "
target 64
fn returns(%0: i32) -> i32 {
bb0:
  return add(%0, 1)
}
fn deeper(%0: i32) -> void {
bb0:
  end_thread mul(%0, 2)
  unreachable
}
fn ends(%0: i32) -> i32 {
bb0:
  call deeper(%0)
  return 0
}
fn main() -> i32 {
bb0:
  %0: i32 = spawn returns(20:i32)
  %1: i32 = spawn ends(30:i32)
  %2: i32 = join %0
  %3: i32 = join %1
  return add(%2, %3)
}
";
    assert_eq!(returned(&end_of(text, &mut Sequential)), 81);
}

#[test]
fn the_end_of_the_first_thread_ends_all_or_only_itself() {
    let text = "
target 64
fn fails(%0: ptr) -> ptr {
bb0:
  assert false [assertion]
  return %0
}
fn main() -> void {
bb0:
  %0: i32 = spawn fails(null)
  END
}
";
    let returns = end_of(&text.replace("END", "return"), &mut Sequential);
    assert_eq!(returns, Outcome::Finished { value: None });
    let ends = end_of(
        &text.replace("END", "end_thread null\n  unreachable"),
        &mut Sequential,
    );
    assert!(matches!(ends, Outcome::Violation { .. }), "{ends:?}");
}

#[test]
fn the_program_holds_its_variables_for_other_threads() {
    let text = "
target 64
global @go: i32
fn uses(%0: ptr) -> ptr {
bb0:
  atomic_begin
  %1: i32 = load @go
  wait eq(%1, 1)
  atomic_end
  store i32 1 -> *%0 align 4
  assert false [assertion] \"reached\"
  return %0
}
fn main() -> void {
  var x: i32 address_taken
bb0:
  declare x
  %0: i32 = spawn uses(&x)
  return
}
fn __cassay_start() -> void {
bb0:
  call main()
  store i32 1 -> @go
  %0: i32 = load @go
  return
}
";
    let program = parse(text);
    let entry = program.find_function("__cassay_start").expect("a function");
    let limits = Limits::default();
    let uses = program.find_function("uses").expect("a function");
    let step = |thread, function, stmt| Step {
        thread,
        function,
        block: cassay_ir::Function::ENTRY,
        stmt,
        commits: None,
    };
    let schedule = Schedule {
        steps: vec![
            step(0, entry, 1),
            step(1, uses, 0),
            step(1, uses, 4),
            step(1, uses, 5),
        ],
        points: None,
        ..Schedule::default()
    };
    let outcome = run_scheduled(
        &program,
        entry,
        &mut Zeros,
        &mut Silent,
        &limits,
        &mut Follow::new(&schedule),
    );
    assert!(matches!(outcome, Outcome::Violation { .. }), "{outcome:?}");
}

/// Which input a thread gets depends on the thread alone.
#[test]
fn inputs_and_objects_are_counted_by_thread() {
    let text = "
target 64
global @x: i32
fn asks(%0: ptr) -> ptr {
  var own: i32 address_taken
bb0:
  declare own
  %1: i32 = havoc \"a\"
  %2: i32 = load own
  atomic_begin
  %3: i32 = load @x
  store i32 add(mul(%3, 10), add(%1, %2)) -> @x
  atomic_end
  return %0
}
fn main() -> i32 {
bb0:
  %0: i32 = spawn asks(null)
  %1: i32 = spawn asks(null)
  %2: i32 = havoc \"b\"
  %3: ptr = join %0
  %4: ptr = join %1
  %5: i32 = load @x
  return add(mul(%5, 10), %2)
}
";
    let mut inputs = Inputs::default();
    inputs.nondet.push(Bv::from_u64(32, 3));
    inputs.threads.insert(1, vec![Bv::from_u64(32, 1)]);
    inputs.threads.insert(2, vec![Bv::from_u64(32, 2)]);
    inputs
        .objects
        .entry(2 << 40)
        .or_default()
        .bytes
        .insert(0, 5);
    let program = parse(text);
    let entry = program.find_function("main").expect("a function main");
    let limits = Limits::default();
    let with = |scheduler: &mut dyn Scheduler| {
        let mut oracle = inputs.oracle();
        returned(&run_scheduled(
            &program,
            entry,
            &mut oracle,
            &mut Silent,
            &limits,
            scheduler,
        ))
    };
    assert_eq!(with(&mut Sequential), 173);
    assert_eq!(with(&mut Turns::default()), 173);
    struct Backwards;
    impl Scheduler for Backwards {
        fn choose(&mut self, choice: &Choice<'_>) -> Option<u32> {
            let mut ready = choice.ready.iter().map(|standing| standing.thread);
            let last = choice.ready.last().map(|standing| standing.thread);
            ready.find(|thread| *thread == 0).or(last)
        }
    }
    assert_eq!(with(&mut Backwards), 713);
    let first = Asked {
        thread: 2,
        index: 0,
    };
    let answer = inputs.oracle().nondet_of(first, &InputSource::Known, 32);
    assert_eq!(answer.to_u64(), Some(2));
}
