//! The state of an execution: activations, memory, oracle and observer.

use crate::atomicity::{Watched, asks_for_changes};
use crate::buffer::Covered;
use crate::input::{Asked, Oracle};
use crate::leap::Returns;
use crate::live::Live;
use crate::lock_order::{Acquisition, Holding};
use crate::marks::Marks;
use crate::memory::{Memory, Object, ObjectKind, Store};
use crate::observe::{Access, Context, Event, Observer};
use crate::outcome::{Limits, Outcome, Run, Site, WaitsFor};
use crate::races::RaceClaims;
use crate::schedule::{Point, Scheduler};
use crate::threads::Thread;
use crate::value::{Pointer, Value};
use cassay_base::{Id, Span};
use cassay_bv::Bv;
use cassay_ir::{
    BlockId, Constant, FuncId, Function, Global, GlobalId, Initializer, InputSource, MemoryModel,
    Program, TempId, Type, TypeId,
};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// One activation of a function.
#[derive(Clone)]
pub(crate) struct Frame<'p> {
    /// Its number, by order of calls.
    pub(crate) id: u64,
    pub(crate) function: FuncId,
    pub(crate) body: &'p Function,
    pub(crate) block: BlockId,
    /// The next statement.
    pub(crate) stmt: usize,
    pub(crate) temps: Vec<Option<Value>>,
    /// Marks of the temporaries, by index, in which some bit is uninitialised.
    pub(crate) marks: BTreeMap<usize, Value>,
    /// The latest object of each local variable.
    pub(crate) locals: Vec<Option<u64>>,
    /// Objects of `alloca`, whose lifetimes end with the activation.
    pub(crate) stack: Vec<u64>,
    /// The caller's temporary for the result, and the blocks where the caller continues, if not at
    /// its next statement.
    pub(crate) result: Option<TempId>,
    pub(crate) then: Option<Then>,
    /// How often execution jumped back to each block.
    pub(crate) returns: Returns,
    /// What it has read since the block began, if the program asks for it.
    pub(crate) reads: Vec<Watched>,
}

/// Where an `invoke` continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Then {
    /// After a return.
    pub(crate) normal: BlockId,
    /// After an exception.
    pub(crate) unwind: BlockId,
}

impl<'p> Frame<'p> {
    pub(crate) fn new(id: u64, function: FuncId, body: &'p Function) -> Self {
        Frame {
            id,
            function,
            body,
            block: Function::ENTRY,
            stmt: 0,
            temps: vec![None; body.temps.len()],
            marks: BTreeMap::new(),
            locals: vec![None; body.locals.len()],
            stack: Vec::new(),
            result: None,
            then: None,
            returns: Returns::default(),
            reads: Vec::new(),
        }
    }

    /// Forgets the temporaries that are not read from any of some points on before they are set. The
    /// result of a call that has not returned is yet to be set.
    pub(crate) fn forget(&mut self, live: &Live, at: &[(BlockId, usize)], result: Option<TempId>) {
        for (index, temp) in self.temps.iter_mut().enumerate() {
            let set = result.is_some_and(|result| result.index() == index);
            let read = at.iter().any(|at| live.temp(at.0, at.1, index));
            if temp.is_some() && (set || !read) {
                *temp = None;
                self.marks.remove(&index);
            }
        }
    }
}

/// What is live in the functions that were asked about.
#[derive(Debug, Default)]
pub(crate) struct Lives(HashMap<FuncId, Rc<Live>>);

impl Lives {
    pub(crate) fn get(&mut self, program: &Program, function: FuncId) -> Rc<Live> {
        let known = self.0.entry(function).or_insert_with(|| {
            let body = program.functions.get(function).unwrap_or(&NO_FUNCTION);
            Rc::new(Live::new(program, body))
        });
        Rc::clone(known)
    }
}

/// The activations of one thread: all that differs between threads. Whoever takes it out of the machine
/// between two steps has suspended the thread there, and whoever puts it back resumes it.
#[derive(Clone)]
pub(crate) struct Stack<'p> {
    /// The number of the thread; the first one's is 0.
    pub(crate) thread: u32,
    /// The activation that runs, and those that wait for it.
    pub(crate) frame: Frame<'p>,
    pub(crate) callers: Vec<Frame<'p>>,
    /// How many atomic sections it is in.
    pub(crate) atomic: u32,
    /// Whether it stands before a statement that no other thread could see.
    pub(crate) paused: bool,
    /// The locks that it holds, if the program asks for their order.
    pub(crate) holding: Holding,
    /// How many inputs it has asked for.
    asked: u64,
}

impl<'p> Stack<'p> {
    pub(crate) fn new(thread: u32, frame: Frame<'p>) -> Self {
        Stack {
            thread,
            frame,
            callers: Vec::new(),
            atomic: 0,
            paused: false,
            holding: Holding::default(),
            asked: 0,
        }
    }

    /// The stack of no thread.
    pub(crate) fn nobody() -> Self {
        Stack::new(u32::MAX, Frame::new(0, FuncId(0), &NO_FUNCTION))
    }
}

/// A running execution.
pub(crate) struct Machine<'p, 'o> {
    pub(crate) program: &'p Program,
    pub(crate) pointer_bits: u32,
    pub(crate) memory: Memory,
    /// Which bits of memory are initialised, if the program asks for it.
    pub(crate) marks: Option<Marks>,
    pub(crate) oracle: &'o mut dyn Oracle,
    pub(crate) observer: &'o mut dyn Observer,
    pub(crate) watched: bool,
    pub(crate) limits: &'o Limits,
    /// The activations of the thread that runs.
    pub(crate) stack: Stack<'p>,
    pub(crate) frames_made: u64,
    pub(crate) site: Site,
    /// The statements before which the scheduler is asked, if it names them.
    pub(crate) points: Option<BTreeSet<Point>>,
    /// Which claims about races are looked at.
    pub(crate) race_claims: RaceClaims,
    /// Whether a claim asks for what other threads write between reads and writes.
    watches_reads: bool,
    /// While a step is only tried, what it accesses.
    pub(crate) tried: Option<Vec<Access>>,
    steps_left: u64,
    /// The lowest address that the interpreter may choose next.
    pub(crate) next_address: u64,
    /// The addresses of functions that have one.
    pub(crate) functions: BTreeMap<FuncId, u64>,
    /// All threads by number, from the moment on when the first starts another; the stack of the one
    /// that runs is in `stack`.
    pub(crate) threads: Vec<Thread<'p>>,
    /// Changes with everything that another thread may wait for.
    pub(crate) version: u64,
    /// Set where the thread that runs cannot go on for now.
    pub(crate) waits: Option<WaitsFor>,
    /// The locks for which threads have waited while they held others.
    pub(crate) acquisitions: Vec<Acquisition>,
    /// The variables of which every thread has its own, in order.
    pub(crate) thread_locals: Vec<GlobalId>,
    pub(crate) facts: Facts,
    pub(crate) lives: Lives,
    /// Whether contents of local variables may be forgotten; asked only where states are compared.
    forgets_locals: OnceCell<bool>,
    /// Whether all memory counts as shared.
    pub(crate) shares_all: bool,
    /// Whether a step that cannot be taken is undone.
    pub(crate) undoes: bool,
    /// When stores reach memory.
    pub(crate) model: MemoryModel,
    /// While memory is what the thread that runs sees: what is different for others.
    pub(crate) covered: Option<Covered>,
    /// The step of the schedule that is taken.
    pub(crate) step_number: usize,
}

/// What has happened in any of the executions since the start, whatever was restored in between.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The functions with bodies that were called.
    pub executed: BTreeSet<FuncId>,
    /// Whether a function without body was called.
    pub without_body: bool,
    /// Whether the first thread has ended before the process.
    pub first_ended: bool,
}

/// What of an execution can be kept and restored.
#[derive(Clone)]
pub(crate) struct Saved<'p> {
    memory: Store,
    pub(crate) marks: Option<Marks>,
    pub(crate) stack: Stack<'p>,
    frames_made: u64,
    next_address: u64,
    functions: BTreeMap<FuncId, u64>,
    pub(crate) threads: Vec<Thread<'p>>,
    acquisitions: Vec<Acquisition>,
    version: u64,
    covered: Option<Covered>,
}

/// The body of the activation below the entry's: never executed.
static NO_FUNCTION: std::sync::LazyLock<Function> =
    std::sync::LazyLock::new(|| Function::declaration("", cassay_ir::TypeTable::VOID, false));

impl<'p, 'o> Machine<'p, 'o> {
    pub(crate) fn new(
        program: &'p Program,
        oracle: &'o mut dyn Oracle,
        observer: &'o mut dyn Observer,
        limits: &'o Limits,
    ) -> Self {
        let nowhere = FuncId(0);
        Machine {
            program,
            pointer_bits: program.types.pointer_bits(),
            memory: Memory::default(),
            marks: program.asks_for_values().then(Marks::default),
            oracle,
            watched: observer.watches(),
            observer,
            limits,
            stack: Stack::new(0, Frame::new(0, nowhere, &NO_FUNCTION)),
            frames_made: 0,
            site: Site {
                function: nowhere,
                block: Function::ENTRY,
                stmt: 0,
                span: Span::NONE,
            },
            points: None,
            race_claims: RaceClaims::All,
            watches_reads: asks_for_changes(program),
            tried: None,
            steps_left: limits.steps,
            next_address: crate::address::first_object_address(program),
            functions: BTreeMap::new(),
            threads: Vec::new(),
            version: 0,
            waits: None,
            thread_locals: Vec::new(),
            facts: Facts::default(),
            lives: Lives::default(),
            forgets_locals: OnceCell::new(),
            shares_all: false,
            undoes: true,
            acquisitions: Vec::new(),
            model: MemoryModel::Sc,
            covered: None,
            step_number: 0,
        }
    }

    /// Executes from `entry` to the end; whenever it matters, the scheduler says which thread goes on.
    pub(crate) fn run(mut self, entry: FuncId, scheduler: &mut dyn Scheduler) -> Outcome {
        match self.try_run(entry, scheduler) {
            Ok(()) => Outcome::StepLimit,
            Err(outcome) => *outcome,
        }
    }

    fn try_run(&mut self, entry: FuncId, scheduler: &mut dyn Scheduler) -> Run<()> {
        self.points = scheduler.points();
        self.race_claims = scheduler.race_claims();
        self.model = scheduler.model();
        self.start(entry)?;
        // One thread needs no scheduler.
        while self.threads.is_empty() {
            self.step()?;
        }
        self.run_threads(scheduler)
    }

    /// Whether contents of local variables may be forgotten: nothing asks what leads where.
    pub(crate) fn forgets_locals(&self) -> bool {
        *self
            .forgets_locals
            .get_or_init(|| !self.program.asks_for_values() && !self.program.asks_about_heap())
    }

    /// A copy of the state.
    pub(crate) fn save(&self) -> Saved<'p> {
        Saved {
            memory: self.memory.store().clone(),
            marks: self.marks.clone(),
            stack: self.stack.clone(),
            frames_made: self.frames_made,
            next_address: self.next_address,
            functions: self.functions.clone(),
            threads: self.threads.clone(),
            acquisitions: self.acquisitions.clone(),
            version: self.version,
            covered: self.covered.clone(),
        }
    }

    /// Continues from a copy of the state.
    pub(crate) fn restore(&mut self, saved: Saved<'p>) {
        self.memory.restore(saved.memory);
        self.marks = saved.marks;
        self.stack = saved.stack;
        self.frames_made = saved.frames_made;
        self.next_address = saved.next_address;
        self.functions = saved.functions;
        self.threads = saved.threads;
        self.acquisitions = saved.acquisitions;
        self.version = saved.version;
        self.covered = saved.covered;
        self.waits = None;
    }

    pub(crate) fn start(&mut self, entry: FuncId) -> Run<()> {
        self.place_functions();
        self.site.function = entry;
        let body = self.function(entry)?;
        self.site.span = body.span;
        if self.pointer_bits == 0 || self.pointer_bits > 64 || !self.pointer_bits.is_multiple_of(8)
        {
            return Err(self.malformed("pointers are neither 32 nor 64 bits wide"));
        }
        if !body.has_body() {
            return Err(self.malformed("the entry function has no body"));
        }
        self.make_globals()?;
        self.stack.frame = Frame::new(0, entry, body);
        self.frames_made = 1;
        self.facts.executed.insert(entry);
        for (index, param) in body.params.iter().enumerate() {
            let ty = self.temp_type(*param)?;
            let value = self.nondet(&parameter(body, index), ty)?;
            self.set_temp(*param, value)?;
        }
        Ok(())
    }

    fn make_globals(&mut self) -> Run<()> {
        for (id, global) in self.program.globals.iter_enumerated() {
            let zeroed = match &global.init {
                Initializer::Parts(_) => true,
                Initializer::External => false,
            };
            let size = self.program.global_size(id);
            let kind = ObjectKind::Global(id);
            let number = self.new_object(Object::new(kind, size, global.align, zeroed))?;
            if !global.thread_local {
                self.memory.share(number);
            }
        }
        for (id, global) in self.program.globals.iter_enumerated() {
            self.initialise(id.index() as u64, id, global)?;
            if global.thread_local {
                self.thread_locals.push(id);
            }
        }
        Ok(())
    }

    /// Gives the object of a variable its first contents.
    pub(crate) fn initialise(&mut self, number: u64, id: GlobalId, global: &Global) -> Run<()> {
        let size = self.program.global_size(id);
        if let Initializer::Parts(parts) = &global.init {
            for (offset, constant) in parts {
                let len = match constant {
                    Constant::Bits(bits) => u64::from(bits.width().div_ceil(8)),
                    Constant::GlobalAddr(_, _) | Constant::FuncAddr(_) => self.pointer_bytes(),
                    Constant::Bytes(bytes) => bytes.len() as u64,
                };
                if offset.checked_add(len).is_none_or(|end| end > size) {
                    return Err(self.malformed("an initialiser leaves its variable"));
                }
                self.initialise_part(number, *offset, constant)?;
            }
        }
        if let Some(object) = self.memory.object_mut(number) {
            object.constant = global.constant;
        }
        Ok(())
    }

    fn initialise_part(&mut self, number: u64, offset: u64, constant: &Constant) -> Run<()> {
        match constant {
            Constant::Bits(bits) => {
                self.put_bits(number, offset, bits);
                Ok(())
            }
            Constant::Bytes(bytes) => {
                for (index, byte) in bytes.iter().enumerate() {
                    self.memory.set_number(number, offset + index as u64, *byte);
                }
                Ok(())
            }
            Constant::GlobalAddr(target, moved) => {
                let base = Pointer::object(target.index() as u64);
                self.put_pointer(number, offset, base.moved(*moved, self.pointer_bits))
            }
            Constant::FuncAddr(target) => {
                self.put_pointer(number, offset, Pointer::function(*target))
            }
        }
    }

    /// How many more steps the limits allow.
    pub(crate) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    /// Takes `count` steps from the remaining ones, and polls the stop token from time to time.
    #[inline]
    pub(crate) fn spend(&mut self, count: u64) -> Run<()> {
        if self.steps_left < count {
            return Err(Box::new(Outcome::StepLimit));
        }
        let before = self.steps_left;
        self.steps_left -= count;
        if before >> 12 != self.steps_left >> 12
            && let Some(reason) = self.limits.stop.reason()
        {
            return Err(Box::new(Outcome::Stopped(reason)));
        }
        Ok(())
    }

    pub(crate) fn check_depth(&self) -> Run<()> {
        if self.stack.callers.len() >= self.limits.depth {
            return Err(Box::new(Outcome::DepthLimit));
        }
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn tell(&mut self, event: Event<'_>) {
        if (self.watches_reads || self.tried.is_some()) && self.note(&event) {
            return;
        }
        if !self.watched {
            return;
        }
        let context = Context {
            program: self.program,
            memory: &self.memory,
            thread: self.stack.thread,
            frame: self.stack.frame.id,
            site: self.site,
        };
        self.observer.event(event, &context);
    }

    /// Notes an event for what looks at several threads; whether nobody else is told, because the step is
    /// only tried.
    #[cold]
    fn note(&mut self, event: &Event<'_>) -> bool {
        if self.watches_reads {
            self.note_change(event);
        }
        let tried = self.tried.is_some();
        if tried {
            self.note_tried(event);
        }
        tried
    }

    /// An input of a type, leaf by leaf.
    pub(crate) fn nondet(&mut self, source: &InputSource, ty: TypeId) -> Run<Value> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => Err(self.malformed("an input without a type")),
            Type::Int(width) => Ok(Value::Int(self.nondet_bits(source, *width)?)),
            Type::Float(kind) => {
                let bits = self.nondet_bits(source, kind.bits())?;
                Ok(Value::Float(*kind, bits))
            }
            Type::Ptr => {
                let bits = self.nondet_bits(source, self.pointer_bits)?;
                let address = bits.to_u64().unwrap_or(0);
                Ok(Value::Pointer(self.pointer_at(address)))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let components = types.components(ty);
                let mut items = Vec::with_capacity(components.len());
                for (_, component) in components {
                    items.push(self.nondet(source, component)?);
                }
                Ok(Value::Aggregate(items))
            }
        }
    }

    fn nondet_bits(&mut self, source: &InputSource, width: u32) -> Run<Bv> {
        if width == 0 {
            return Err(self.malformed("an integer of no bits"));
        }
        let asked = Asked {
            thread: self.stack.thread,
            index: self.stack.asked,
        };
        self.stack.asked += 1;
        let value = self.oracle.nondet_at(self.site, asked, source, width);
        if value.width() != width {
            return Err(self.malformed(&format!(
                "the input {source} has {width} bits, the answer for it {}",
                value.width()
            )));
        }
        self.tell(Event::Nondet {
            source,
            value: &value,
        });
        Ok(value)
    }

    pub(crate) fn function(&self, id: FuncId) -> Run<&'p Function> {
        let function = self.program.functions.get(id);
        function.ok_or_else(|| self.malformed("a function that does not exist"))
    }

    pub(crate) fn temp_type(&self, temp: TempId) -> Run<TypeId> {
        let temp = self.stack.frame.body.temps.get(temp);
        temp.map(|temp| temp.ty)
            .ok_or_else(|| self.malformed("a temporary that does not exist"))
    }

    pub(crate) fn set_temp(&mut self, temp: TempId, value: Value) -> Run<()> {
        match self.stack.frame.temps.get_mut(temp.index()) {
            Some(slot) => {
                *slot = Some(value);
                self.stack.frame.marks.remove(&temp.index());
                Ok(())
            }
            None => Err(self.malformed("a temporary that does not exist")),
        }
    }

    pub(crate) fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    pub(crate) fn malformed(&self, what: &str) -> Box<Outcome> {
        Box::new(Outcome::Malformed {
            what: what.to_owned(),
            at: self.site,
        })
    }

    pub(crate) fn invalid(&self, what: &str) -> Box<Outcome> {
        Box::new(Outcome::InvalidAccess {
            what: what.to_owned(),
            at: self.site,
        })
    }

    pub(crate) fn unsupported(&self, what: &str) -> Box<Outcome> {
        Box::new(Outcome::Unsupported {
            what: what.to_owned(),
            at: self.site,
        })
    }
}

/// The source name of a parameter of the entry.
fn parameter(body: &Function, index: usize) -> InputSource {
    let local = body
        .locals
        .iter()
        .find(|local| local.param.is_some_and(|param| param as usize == index));
    match local {
        Some(local) if !local.name.is_empty() => InputSource::Chosen(local.name.clone()),
        Some(_) | None => InputSource::Argument((index + 1).to_string().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Zeros;

    /// Records all events.
    #[derive(Default)]
    struct Log(Vec<String>);

    impl Observer for Log {
        fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
            let (thread, frame, site) = (context.thread, context.frame, context.site);
            self.0.push(format!("{thread} {frame} {site:?} {event:?}"));
        }
    }

    /// Runs a program, and suspends its thread before every step if asked to.
    fn log_of(program: &Program, suspend: bool) -> (Vec<String>, String) {
        let entry = program.find_function("main").expect("a function main");
        let (mut oracle, mut log, limits) = (Zeros, Log::default(), Limits::default());
        let mut machine = Machine::new(program, &mut oracle, &mut log, &limits);
        let mut ended = machine.start(entry);
        while ended.is_ok() {
            if suspend {
                let nobody = Stack::new(7, Frame::new(0, entry, &NO_FUNCTION));
                let suspended = std::mem::replace(&mut machine.stack, nobody);
                machine.site.block = Function::ENTRY;
                machine.stack = suspended;
            }
            ended = machine.step();
        }
        let outcome = format!("{ended:?}");
        (log.0, outcome)
    }

    #[test]
    fn a_thread_suspended_at_every_step_does_the_same() {
        let mut events = 0;
        for seed in 0..100 {
            let program = cassay_ir::arbitrary::program(seed, 60);
            let (whole, outcome) = log_of(&program, false);
            assert_eq!(
                (whole.clone(), outcome),
                log_of(&program, true),
                "seed {seed}"
            );
            events += whole.len();
        }
        assert!(events > 5_000, "{events}");
    }
}
