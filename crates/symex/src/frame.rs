//! Activations as values: the call stack of one thread of the program.
//!
//! A call of the program is a [`Frame`] in a list, never a call of Rust. So the depth of calls costs
//! memory only, and [`Frames`] as a whole is a value: whoever takes it out of the machine between two
//! statements has suspended the execution there, and whoever puts it back resumes it.
//!
//! Invariant: of the frames in a list only the last one executes. Every other one waits in a
//! [`Call`] for the frame above it, and has no current state.

use crate::guard::GuardId;
use crate::here::{At, Here};
use crate::liveness::Liveness;
use crate::state::State;
use crate::threads::Head;
use crate::unwind::{Bounds, Counters};
use crate::value::Value;
use cassay_base::PersistentMap;
use cassay_ir::order::{Key, LoopId, Order, loop_name};
use cassay_ir::{BlockId, FuncId, Function, TempId};
use cassay_term::TermId;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What is computed once per function.
#[derive(Debug)]
pub(crate) struct Plan {
    pub order: Order,
    pub liveness: Liveness,
    /// Bounds of the loops, by number.
    pub bounds: Vec<u32>,
}

impl Plan {
    pub fn new(function: &Function, bounds: &Bounds) -> Self {
        let order = Order::new(function);
        let loops = order.loops().ids();
        let names = loops.map(|id| loop_name(function, &order, id));
        Plan {
            liveness: Liveness::new(function),
            bounds: names.map(|name| bounds.of_loop(&name)).collect(),
            order,
        }
    }
}

/// Where an execution is.
#[derive(Debug, Default)]
pub(crate) struct Control {
    /// The call stack of the thread that is executed.
    pub frames: Frames,
    pub plans: HashMap<FuncId, Rc<Plan>>,
    /// Which statements of a block read what is never used.
    pub unused: HashMap<(FuncId, BlockId), Vec<bool>>,
    /// How many activations there have been, of all threads.
    pub activations: u64,
}

/// The kind of an exception: the object that the operand of its `unwind` leads to.
pub(crate) type Kind = TermId;

/// States waiting to be executed, by position. At one position, states with exceptions of different kinds
/// wait separately: which handler they go to is then decided by constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pending(BTreeMap<(Key, Option<Kind>), (BlockId, Vec<State>)>);

impl Pending {
    /// Lets a state wait at the start of a block.
    pub fn add(&mut self, key: Key, block: BlockId, state: State) {
        let position = (key, state.thrown);
        let (_, states) = self.0.entry(position).or_insert((block, Vec::new()));
        states.push(state);
    }

    /// The states at the first position.
    pub fn pop(&mut self) -> Option<(Key, BlockId, Vec<State>)> {
        let ((key, _), (block, states)) = self.0.pop_first()?;
        Some((key, block, states))
    }
}

/// A state that waits to be executed at the position that its activation has reached, because it was kept
/// apart from another one there.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub state: State,
    /// The next statement of the block.
    pub statement: usize,
    pub lane: u32,
}

/// A way in which an execution leaves an activation. What it means to the caller is decided in
/// `Machine::end_activation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// By `return`; the result is among the temporaries.
    Returned,
    /// By an exception of a kind, if that is known.
    Thrown(Option<Kind>),
}

/// The states in which executions have left an activation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits(BTreeMap<Way, Vec<State>>);

impl Exits {
    pub fn add(&mut self, way: Way, state: State) {
        self.0.entry(way).or_default().push(state);
    }

    /// The states of each way, in the order in which they left. States of different ways are not
    /// merged, because execution continues at different places after them.
    pub fn by_way(self) -> impl Iterator<Item = (Way, Vec<State>)> {
        self.0.into_iter()
    }
}

/// A function that is called, before its activation starts.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    pub function: FuncId,
    pub state: State,
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub values: Vec<Value>,
    /// Marks of those in which some bit has no value.
    pub marks: Vec<Option<Value>>,
}

/// Where an `invoke` continues.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Then {
    /// After a return.
    pub normal: BlockId,
    /// After an exception.
    pub unwind: BlockId,
}

/// A call in progress: what its frame has to do when the callee ends.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The statement or terminator that calls.
    pub at: At,
    /// Where execution continues, if not at the next statement.
    pub then: Option<Then>,
    /// Where the result goes.
    pub dst: Option<TempId>,
    pub direct: bool,
    pub arguments: Arguments,
    /// What the caller's temporaries and variables are while the callee has its own.
    pub temps: PersistentMap<Value>,
    pub locals: PersistentMap<TermId>,
    /// Functions still to be entered, the next one last: a pointer may lead to several.
    pub targets: Vec<Entered>,
    /// What those that were entered have returned.
    pub returned: Vec<State>,
    /// The states in which they were left by an exception, one for each target and kind.
    pub thrown: Vec<State>,
}

/// An activation of a function.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub function: FuncId,
    /// Path condition at the call.
    pub guard: GuardId,
    /// How many calls of the same function around it counted against the bound.
    pub counted: u32,
    /// Its number, which owns its automatic objects.
    pub number: u64,
    /// The outermost activation of a library model that this one belongs to, and its function.
    pub model: Option<(u64, FuncId)>,
    /// Whether it is that of the function that starts and ends the program.
    pub is_start: bool,
    /// The place of its call, for names.
    pub place: u32,
    /// The same without iterations, and that of its caller.
    pub site: u32,
    /// The lane of the caller, and that of the state that is executed ([`Here::lane`]).
    pub lanes: (u32, u32),
    pub plan: Rc<Plan>,
    pub counters: Counters,
    /// The states at the heads of loops, for those that wait for other threads.
    pub heads: HashMap<LoopId, Head>,
    pub pending: Pending,
    /// States at the position of the block that is executed; the last one is next.
    pub waiting: Vec<Waiting>,
    pub exits: Exits,
    /// The position of the block that is executed; none before the first.
    pub key: Option<Key>,
    pub block: BlockId,
    /// The next statement of the block.
    pub statement: usize,
    /// The state there. None between blocks, and while a call is in progress.
    pub state: Option<State>,
    pub call: Option<Box<Call>>,
}

/// The call stack of one thread of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    list: Vec<Frame>,
    /// Where in the list the activations of each function are.
    of_function: HashMap<FuncId, Vec<usize>>,
}

impl Frames {
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn push(&mut self, frame: Frame) {
        let positions = self.of_function.entry(frame.function).or_default();
        positions.push(self.list.len());
        self.list.push(frame);
    }

    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.list.pop()?;
        if let Some(positions) = self.of_function.get_mut(&frame.function) {
            positions.pop();
        }
        Some(frame)
    }

    /// The innermost activation.
    pub fn top(&self) -> Option<&Frame> {
        self.list.last()
    }

    pub fn top_mut(&mut self) -> Option<&mut Frame> {
        self.list.last_mut()
    }

    /// Lets the activation below the innermost one wait for it in a call.
    pub fn wait_for_top(&mut self, call: Call) {
        if let [.., caller, _] = self.list.as_mut_slice() {
            caller.call = Some(Box::new(call));
        }
    }

    /// The innermost activation of a function.
    pub fn innermost(&self, function: FuncId) -> Option<&Frame> {
        let positions = self.of_function.get(&function)?;
        positions.last().map(|position| &self.list[*position])
    }

    /// Makes a place that of the innermost activation, except for the position in it.
    pub fn locate(&self, here: &mut Here) {
        here.activation = 0;
        let start = self.list.first().is_some_and(|frame| frame.is_start);
        here.outermost = self.list.len() <= usize::from(start);
        here.model = None;
        here.model_function = None;
        (here.site, here.lane) = (0, 0);
        here.scope.clear();
        if let Some(frame) = self.top() {
            here.activation = frame.number;
            here.model = frame.model.map(|(number, _)| number);
            here.model_function = frame.model.map(|(_, function)| function);
            here.site = frame.site;
            here.lane = frame.lanes.1;
            here.scope.push(frame.place);
            let iterations = frame.key.iter().flat_map(|key| key.parts());
            here.scope.extend(iterations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equation::Equation;
    use crate::exec::Machine;
    use crate::guard::Guards;
    use crate::names::Names;
    use crate::state::first_state;
    use cassay_base::Stop;
    use cassay_ir::Program;

    /// Calls of several targets in a loop, recursion, and claims in all of them.
    const CALLS: &str = "
fn one(%0: i32) -> i32 {
  var x: i32
bb0:
  declare x
  store i32 %0 -> x
  %1: i32 = load x
  assert slt(%1, 9) [assertion] \"one\"
  return add(%1, 1)
}
fn two(%0: i32) -> i32 {
bb0:
  if slt(%0, 3) goto bb1 else bb2
bb1:
  %1: i32 = call two(add(%0, 1))
  return %1
bb2:
  %2: i32 = havoc \"y\"
  assert slt(%2, %0) [assertion] \"two\"
  return %2
}
fn main() -> i32 {
  var i: i32
bb0:
  declare i
  store i32 0 -> i
  goto bb1
bb1:
  %0: i32 = havoc \"x\"
  %1: ptr = select(slt(%0, 0), &fn one, &fn two)
  %2: i32 = call *%1(%0)
  %3: i32 = load i
  store i32 add(%3, %2) -> i
  assert ne(%3, 7) [assertion] \"main\"
  if eq(%2, 4) goto bb2 else bb1
bb2:
  dead i
  return 0
}
";

    /// A recursion that constants drive.
    const DEEP: &str = "
fn down(%0: i32) -> i32 {
  var left: i32
bb0:
  declare left
  store i32 %0 -> left
  if eq(%0, 0) goto bb1 else bb2
bb1:
  return 0
bb2:
  %1: i32 = call down(sub(%0, 1))
  return add(%1, 1)
}
fn main() -> i32 {
bb0:
  %0: i32 = call down(100000:i32)
  assert eq(%0, 100000) [assertion] \"depth\"
  %1: i32 = havoc \"x\"
  assert ne(%1, %0) [assertion] \"other\"
  return %0
}
";

    fn bounds() -> Bounds {
        Bounds {
            unwind: 3,
            ..Bounds::default()
        }
    }

    /// Executes a program; whether to suspend the execution before every statement.
    fn executed(program: &Program, suspend: bool) -> (Equation, usize) {
        let entry = program.find_function("main").expect("a function main");
        let (mut pool, mut names) = (cassay_simplify::pool(), Names::default());
        let (bounds, stop) = (bounds(), Stop::new());
        let mut machine = Machine::new(program, &mut pool, &mut names, &bounds, &stop);
        machine.start(first_state(), entry);
        let mut suspended_in_calls = 0;
        if suspend {
            while machine.proceed(1).expect("nobody stops it") {
                let suspended = std::mem::take(&mut machine.control.frames);
                suspended_in_calls += usize::from(suspended.len() > 1);
                // What the machine keeps of the place it was at is of no use to another thread.
                machine.eval.memory.space.here = Here::nowhere();
                machine.eval.memory.space.path.now = Guards::ROOT;
                machine.control.frames = suspended.clone();
                machine
                    .control
                    .frames
                    .locate(&mut machine.eval.memory.space.here);
            }
        } else {
            machine.run().expect("nobody stops it");
        }
        (machine.finish(), suspended_in_calls)
    }

    /// Everything of an equation that terms, places or order go into.
    fn described(equation: &Equation) -> String {
        format!(
            "{:#?}\n{:#?}\n{:#?}\n{:#?}\n{:#?}\n{:?} {}",
            equation.constraints,
            equation.obligations,
            equation.inputs,
            equation.notes,
            equation.figures,
            equation.objects.len(),
            equation.bound_reached,
        )
    }

    fn assert_same(program: &Program, what: &str) -> usize {
        let (whole, _) = executed(program, false);
        let (resumed, suspended_in_calls) = executed(program, true);
        assert_eq!(described(&whole), described(&resumed), "{what}");
        suspended_in_calls
    }

    #[test]
    fn an_execution_suspended_at_every_statement_gives_the_same_equation() {
        let program = cassay_ir::text::parse(CALLS).expect("a program");
        let (equation, _) = executed(&program, false);
        assert!(equation.obligations.len() > 8, "{equation:#?}");
        assert!(assert_same(&program, "calls") > 20);
        let mut suspended_in_calls = 0;
        for seed in 0..200 {
            let program = match seed % 3 {
                0 => cassay_ir::arbitrary::program(seed, 40),
                1 => cassay_ir::arbitrary::program_with_exceptions(seed, 40),
                _ => cassay_ir::arbitrary::program_with_gaps(seed, 40),
            };
            suspended_in_calls += assert_same(&program, &format!("seed {seed}"));
        }
        assert!(suspended_in_calls > 1000, "{suspended_in_calls}");
    }

    #[test]
    fn deep_calls_need_no_deep_stack() {
        let work = || {
            let program = cassay_ir::text::parse(DEEP).expect("a program");
            let (equation, _) = executed(&program, false);
            assert_eq!(equation.figures.claims_met, 2);
            assert_eq!(equation.obligations.len(), 1, "only the last is open");
        };
        let thread = std::thread::Builder::new().stack_size(512 << 10);
        let thread = thread.spawn(work).expect("a thread");
        thread.join().expect("no stack overflow");
    }
}
