//! The programs in which one thread takes one step.
//!
//! A state is: the contents of the shared variables; for each thread that is followed, where it
//! stands, its number and its variables. A thread that stands nowhere was not created yet, or has
//! ended. The numbers of different threads differ; the first thread has number 0 and executes the
//! first template.
//!
//! [`own_step`] follows two threads. Its executions start in the first state of the program, or in
//! any state that the conjectures allow, of which the first thread takes a step. Afterwards all
//! conjectures about the shared variables, each thread and the two together are claimed.
//! [`other_step`] follows three: the third takes a step, and the conjectures about the other two
//! together are claimed. Whatever a conjecture is about, its threads are those that step or those
//! that do not, so that both programs together cover every step.
//!
//! A thread is created by a step of another: it may be one of those that are followed, or not.

use crate::code::Code;
use crate::conjecture::{About, Conjecture, HOLE, SECOND};
use crate::system::System;
use crate::vars::Var;
use cassay_base::{IndexVec, Span};
use cassay_ir::{
    BinaryOp, Block, BlockId, CTypeTable, ClaimId, CompareOp, Expr, FuncId, Function, GlobalId,
    InputSource, Local, LocalId, Place, Program, Property, PropertyClass, Stmt, StmtKind, TempId,
    Terminator, Type, TypeId, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Where a thread stands that was not created.
pub(crate) const UNBORN: u64 = 0;
/// Where a thread stands that has ended.
pub(crate) const ENDED: u64 = 1;
/// Points are numbered from here on.
pub(crate) const POINTS: u64 = 2;

/// The largest array whose elements get values one by one.
const MOST_ELEMENTS: u64 = 64;

/// A program in which one thread takes one step.
pub struct StepProgram {
    /// The program.
    pub program: Program,
    /// Where its executions start.
    pub entry: FuncId,
    /// The claims that are conjectures, each by number. All others are claims of the program.
    pub conjectures: BTreeMap<ClaimId, usize>,
}

/// The step of a thread, seen by itself and by one other.
pub fn own_step(
    system: &System,
    conjectures: &[Conjecture],
    alive: &BTreeSet<usize>,
) -> StepProgram {
    build(system, conjectures, alive, true)
}

/// The step of a thread, seen by two others.
pub fn other_step(
    system: &System,
    conjectures: &[Conjecture],
    alive: &BTreeSet<usize>,
) -> StepProgram {
    build(system, conjectures, alive, false)
}

fn build(
    system: &System,
    conjectures: &[Conjecture],
    alive: &BTreeSet<usize>,
    own: bool,
) -> StepProgram {
    let mut program = system.program.clone();
    let void = TypeTable::VOID;
    let mut function = Function::declaration("__cassay_step", void, false);
    let entry = function.blocks.push(empty());
    let word = program.types.int(32);
    let mut builder = Builder {
        system,
        conjectures,
        alive,
        program,
        function,
        word,
        guards: BTreeMap::new(),
        claims: BTreeMap::new(),
        threads: Vec::new(),
        stmts: Vec::new(),
    };
    for _ in 0..if own { 2 } else { 3 } {
        let thread = builder.thread();
        builder.threads.push(thread);
    }
    builder.declare();
    builder.start(entry, own);
    let Builder {
        mut program,
        function,
        claims,
        ..
    } = builder;
    // Nothing else is executed.
    for old in program.functions.iter_mut() {
        old.blocks = IndexVec::new();
        old.locals = IndexVec::new();
    }
    let entry = program.functions.push(function);
    StepProgram {
        program,
        entry,
        conjectures: claims,
    }
}

pub(crate) fn empty() -> Block {
    Block {
        stmts: Vec::new(),
        terminator: Terminator::Unreachable,
        span: Span::NONE,
    }
}

/// A thread that is followed.
pub(crate) struct Thread {
    /// Where it stands.
    pub place: LocalId,
    /// Its number.
    pub number: TempId,
    /// Its local variables, by template.
    pub locals: Vec<IndexVec<LocalId, LocalId>>,
    /// Variables for the temporaries that it needs behind points, by template.
    pub temps: Vec<BTreeMap<TempId, LocalId>>,
    /// Its thread-local variables.
    pub own: BTreeMap<GlobalId, LocalId>,
}

pub(crate) struct Builder<'s> {
    pub system: &'s System,
    conjectures: &'s [Conjecture],
    alive: &'s BTreeSet<usize>,
    program: Program,
    pub function: Function,
    word: TypeId,
    /// The guards of conjectures.
    guards: BTreeMap<usize, TempId>,
    claims: BTreeMap<ClaimId, usize>,
    pub threads: Vec<Thread>,
    /// The statements of the block that is being made.
    pub stmts: Vec<Stmt>,
}

pub(crate) fn word(value: u64) -> Expr {
    Expr::int(32, value)
}

fn both(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::And, a, b)
}

pub(crate) fn either(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Or, a, b)
}

pub(crate) fn equal(a: Expr, b: Expr) -> Expr {
    Expr::compare(CompareOp::Eq, a, b)
}

pub(crate) fn differ(a: Expr, b: Expr) -> Expr {
    Expr::compare(CompareOp::Ne, a, b)
}

impl<'s> Builder<'s> {
    pub fn emit(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt {
            kind,
            span: Span::NONE,
        });
    }

    fn local(&mut self, ty: TypeId, align: u64) -> LocalId {
        self.function.locals.push(Local {
            name: "".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align,
            span: Span::NONE,
            param: None,
            address_taken: true,
            constant: false,
            arguments: false,
            block: false,
        })
    }

    /// A thread that is followed, with variables of its own.
    fn thread(&mut self) -> Thread {
        let place = self.local(self.word, 4);
        let number = self.function.new_temp(self.word);
        let mut locals = Vec::new();
        let mut temps = Vec::new();
        for template in &self.system.templates {
            let of_template = template.function.locals.iter();
            locals.push(
                of_template
                    .map(|old| self.local(old.ty, old.align))
                    .collect(),
            );
            let mut needed: BTreeSet<TempId> = template.temps.iter().flatten().copied().collect();
            needed.extend(&template.function.params);
            let mut kept = BTreeMap::new();
            for temp in needed {
                let ty = template.function.temps[temp].ty;
                let align = self.program.types.align(ty);
                kept.insert(temp, self.local(ty, align));
            }
            temps.push(kept);
        }
        let mut own = BTreeMap::new();
        for id in &self.system.own {
            let global = &self.system.program.globals[*id];
            let (ty, align) = (global.ty, global.align);
            own.insert(*id, self.local(ty, align));
        }
        Thread {
            place,
            number,
            locals,
            temps,
            own,
        }
    }

    /// Begins the lives of all variables, with any contents, and of the guards.
    fn declare(&mut self) {
        for number in self.alive.clone() {
            let dst = self.function.new_temp(TypeTable::BOOL);
            self.havoc(dst, InputSource::Guard(number));
            self.guards.insert(number, dst);
        }
        for id in self.function.locals.ids() {
            self.emit(StmtKind::Declare(id));
        }
        for id in self.function.locals.ids() {
            let ty = self.function.locals[id].ty;
            self.any_contents(Variable::Local(id), ty);
        }
        // Numbers of threads: different, and small enough for every type that holds them.
        let numbers: Vec<TempId> = self.threads.iter().map(|thread| thread.number).collect();
        for (index, number) in numbers.iter().enumerate() {
            self.havoc_any(*number);
            let small = Expr::compare(CompareOp::ULt, Expr::Temp(*number), word(1 << 30));
            self.emit(StmtKind::Assume(small));
            for other in &numbers[..index] {
                let differ = differ(Expr::Temp(*number), Expr::Temp(*other));
                self.emit(StmtKind::Assume(differ));
            }
        }
    }

    fn havoc(&mut self, dst: TempId, source: InputSource) {
        self.emit(StmtKind::Havoc {
            dst,
            source,
            known: None,
        });
    }

    pub fn havoc_any(&mut self, dst: TempId) {
        self.havoc(dst, InputSource::Chosen("(any state)".into()));
    }

    pub fn any(&mut self, ty: TypeId) -> Expr {
        let dst = self.function.new_temp(ty);
        self.havoc_any(dst);
        Expr::Temp(dst)
    }

    /// Any contents for a variable, part by part where they are few.
    pub fn any_contents(&mut self, variable: Variable, ty: TypeId) {
        let Some(parts) = self.parts(ty) else {
            self.emit(StmtKind::MemHavoc {
                dst: Expr::AddrOf(variable),
                len: None,
                source: InputSource::Chosen("(any state)".into()),
                among: None,
            });
            return;
        };
        for (offset, ty) in parts {
            let value = self.any(ty);
            self.store(variable, offset, value);
        }
    }

    /// The scalars that a type consists of, unless they are many.
    fn parts(&self, ty: TypeId) -> Option<Vec<(u64, TypeId)>> {
        let types = &self.program.types;
        let mut parts = Vec::new();
        let mut todo = vec![(0, ty)];
        while let Some((start, ty)) = todo.pop() {
            match types.get(ty) {
                Type::Void => {}
                Type::Int(_) | Type::Float(_) | Type::Ptr => parts.push((start, ty)),
                Type::Array { len, .. } if *len > MOST_ELEMENTS => return None,
                Type::Vector { .. } => return None,
                Type::Array { .. } | Type::Struct(_) => {
                    let inner = types.components(ty).into_iter();
                    todo.extend(inner.map(|(at, ty)| (start + at, ty)));
                }
            }
            if parts.len() as u64 > MOST_ELEMENTS {
                return None;
            }
        }
        Some(parts)
    }

    pub fn load(&mut self, variable: Variable, offset: u64, ty: TypeId) -> Expr {
        let dst = self.function.new_temp(ty);
        self.emit(StmtKind::Load {
            dst,
            place: Place::Variable(variable, offset),
            volatile: false,
            moves: false,
            order: None,
        });
        Expr::Temp(dst)
    }

    pub fn store(&mut self, variable: Variable, offset: u64, value: Expr) {
        self.emit(StmtKind::Store {
            place: Place::Variable(variable, offset),
            value,
            volatile: false,
            order: None,
        });
    }

    pub fn place_of(&mut self, thread: usize) -> Expr {
        let place = self.threads[thread].place;
        self.load(Variable::Local(place), 0, self.word)
    }

    pub fn set_place(&mut self, thread: usize, value: Expr) {
        let place = self.threads[thread].place;
        self.store(Variable::Local(place), 0, value);
    }

    /// Ends the block that is being made.
    pub fn block(&mut self, terminator: Terminator) -> BlockId {
        let stmts = std::mem::take(&mut self.stmts);
        self.function.blocks.push(Block {
            stmts,
            terminator,
            span: Span::NONE,
        })
    }

    /// The executions: the first state, or a step from any.
    fn start(&mut self, entry: BlockId, own: bool) {
        let first = std::mem::take(&mut self.stmts);
        self.function.blocks[entry].stmts = first;
        let stepping = self.threads.len() - 1;
        let stepping = if own { 0 } else { stepping };
        // What is claimed behind a step.
        let claims = self.claim_after(own);
        let step = self.step_from_any(stepping, own, claims);
        let end = match own {
            true => {
                let initial = self.initial_state();
                let chosen = self.function.new_temp(TypeTable::BOOL);
                let source = InputSource::Chosen("(the first state)".into());
                self.function.blocks[entry].stmts.push(Stmt {
                    kind: StmtKind::Havoc {
                        dst: chosen,
                        source,
                        known: None,
                    },
                    span: Span::NONE,
                });
                Terminator::Branch {
                    cond: Expr::Temp(chosen),
                    then: initial,
                    otherwise: step,
                }
            }
            false => Terminator::Goto(step),
        };
        self.function.blocks[entry].terminator = end;
    }

    /// The first state: only the first thread exists.
    fn initial_state(&mut self) -> BlockId {
        for thread in 0..self.threads.len() {
            let number = Expr::Temp(self.threads[thread].number);
            let place = Expr::Select(
                Box::new(equal(number, word(0))),
                Box::new(word(POINTS)),
                Box::new(word(UNBORN)),
            );
            self.set_place(thread, place);
            self.begin_own(thread);
        }
        let shared = self.load_shared();
        let own = self.load_own(0, 0);
        let place = self.place_of(0);
        for (number, conjecture) in self.chosen() {
            match conjecture.about {
                About::All => {
                    let cond = fill(&conjecture.relation, &shared, &[], &[]);
                    self.claim(number, cond);
                }
                About::One(0) => {
                    let relation = fill(&conjecture.relation, &shared, &own, &[]);
                    let elsewhere = differ(place.clone(), word(POINTS));
                    self.claim(number, either(elsewhere, relation));
                }
                About::One(_) | About::Two(_, _) => {}
            }
        }
        self.block(Terminator::Return(None))
    }

    /// Gives the thread-local variables of a thread their first contents.
    pub fn begin_own(&mut self, thread: usize) {
        let own: Vec<(GlobalId, LocalId)> = self.threads[thread]
            .own
            .iter()
            .map(|(global, local)| (*global, *local))
            .collect();
        let bits = self.program.layout.pointer_bits;
        for (global, local) in own {
            let size = self.program.global_size(global);
            self.emit(StmtKind::MemCopy {
                dst: Expr::AddrOf(Variable::Local(local)),
                src: Expr::AddrOf(Variable::Global(global)),
                len: Expr::int(bits, size),
                may_overlap: false,
            });
        }
    }
}

impl<'s> Builder<'s> {
    /// The live conjectures.
    pub fn chosen(&self) -> Vec<(usize, &'s Conjecture)> {
        let all = self.conjectures;
        let alive = self.alive.iter();
        alive.map(|number| (*number, &all[*number])).collect()
    }

    /// Claims a conjecture where its guard holds.
    pub fn claim(&mut self, number: usize, cond: Expr) {
        let claim = self.program.claims.fresh();
        self.claims.insert(claim, number);
        let message = format!("conjecture {number}");
        let property = Property::new(PropertyClass::Assertion, message);
        let cond = self.guarded(number, cond);
        self.emit(StmtKind::Assert {
            claim,
            cond,
            property,
        });
    }

    fn assume(&mut self, number: usize, cond: Expr) {
        let cond = self.guarded(number, cond);
        self.emit(StmtKind::Assume(cond));
    }

    fn guarded(&self, number: usize, cond: Expr) -> Expr {
        either(Expr::Temp(self.guards[&number]).not(), cond)
    }

    /// The values of the shared variables.
    pub fn load_shared(&mut self) -> Vec<Expr> {
        let system = self.system;
        let each = system.shared.iter();
        each.map(|var| match *var {
            Var::Shared(id, offset, ty) => self.load(Variable::Global(id), offset, ty),
            Var::Own(_, _, ty) | Var::Local(_, _, ty) | Var::Temp(_, ty) | Var::Number(ty) => {
                Expr::Undef(ty)
            }
        })
        .collect()
    }

    /// The values of the variables of a thread that executes a template.
    pub fn load_own(&mut self, thread: usize, template: usize) -> Vec<Expr> {
        let system = self.system;
        let each = system.templates[template].vars.iter();
        each.map(|var| match *var {
            Var::Own(id, offset, ty) => {
                let local = self.threads[thread].own[&id];
                self.load(Variable::Local(local), offset, ty)
            }
            Var::Local(id, offset, ty) => {
                let local = self.threads[thread].locals[template][id];
                self.load(Variable::Local(local), offset, ty)
            }
            Var::Temp(id, ty) => {
                let local = self.threads[thread].temps[template][&id];
                self.load(Variable::Local(local), 0, ty)
            }
            Var::Number(_) => {
                let number = Expr::Temp(self.threads[thread].number);
                Expr::binary(BinaryOp::Add, number, word(1))
            }
            Var::Shared(_, _, ty) => Expr::Undef(ty),
        })
        .collect()
    }

    /// States conjectures about one thread at whatever point it stands; `states` says what is done
    /// with each.
    fn state_one(
        &mut self,
        thread: usize,
        shared: &[Expr],
        states: fn(&mut Builder<'s>, usize, Expr),
    ) -> Vec<Vec<Expr>> {
        let place = self.place_of(thread);
        let templates = 0..self.system.templates.len();
        let values: Vec<Vec<Expr>> = templates.map(|t| self.load_own(thread, t)).collect();
        for (number, conjecture) in self.chosen() {
            if let About::One(point) = conjecture.about {
                let (template, _) = self.system.point(point);
                let relation = fill(&conjecture.relation, shared, &values[template], &[]);
                let elsewhere = differ(place.clone(), word(POINTS + point as u64));
                states(self, number, either(elsewhere, relation));
            }
        }
        values
    }

    /// States conjectures about two threads, whichever of them is the first.
    fn state_two(
        &mut self,
        (a, b): (usize, usize),
        shared: &[Expr],
        (of_a, of_b): (&[Vec<Expr>], &[Vec<Expr>]),
        states: fn(&mut Builder<'s>, usize, Expr),
    ) {
        let (at_a, at_b) = (self.place_of(a), self.place_of(b));
        for (number, conjecture) in self.chosen() {
            let About::Two(first, second) = conjecture.about else {
                continue;
            };
            let (x, y) = (self.system.point(first).0, self.system.point(second).0);
            let at = |place: &Expr, point: usize| equal(place.clone(), word(POINTS + point as u64));
            let forwards = both(at(&at_a, first), at(&at_b, second));
            let relation = fill(&conjecture.relation, shared, &of_a[x], &of_b[y]);
            let mut cond = either(forwards.not(), relation);
            if first != second || conjecture.relation != Expr::bool(false) {
                let backwards = both(at(&at_b, first), at(&at_a, second));
                let relation = fill(&conjecture.relation, shared, &of_b[x], &of_a[y]);
                cond = both(cond, either(backwards.not(), relation));
            }
            states(self, number, cond);
        }
    }

    fn state_all(&mut self, shared: &[Expr], states: fn(&mut Builder<'s>, usize, Expr)) {
        for (number, conjecture) in self.chosen() {
            if conjecture.about == About::All {
                let cond = fill(&conjecture.relation, shared, &[], &[]);
                states(self, number, cond);
            }
        }
    }

    /// What is claimed behind a step.
    fn claim_after(&mut self, own: bool) -> BlockId {
        let shared = self.load_shared();
        if own {
            self.state_all(&shared, Builder::claim);
            // The thread that took the step has its own claims where it arrives.
            let of_b = self.state_one(1, &shared, Builder::claim);
            let templates = 0..self.system.templates.len();
            let of_a: Vec<Vec<Expr>> = templates.map(|t| self.load_own(0, t)).collect();
            self.state_two((0, 1), &shared, (&of_a, &of_b), Builder::claim);
        } else {
            let templates = 0..self.system.templates.len();
            let of_a: Vec<Vec<Expr>> = templates.clone().map(|t| self.load_own(0, t)).collect();
            let of_b: Vec<Vec<Expr>> = templates.map(|t| self.load_own(1, t)).collect();
            self.state_two((0, 1), &shared, (&of_a, &of_b), Builder::claim);
        }
        self.block(Terminator::Return(None))
    }

    /// Any state that the conjectures allow, and a step of one thread.
    fn step_from_any(&mut self, stepping: usize, own: bool, claims: BlockId) -> BlockId {
        for id in self.system.written.clone() {
            let ty = self.program.globals[id].ty;
            self.any_contents(Variable::Global(id), ty);
        }
        self.possible_places();
        let shared = self.load_shared();
        self.state_all(&shared, Builder::assume);
        let mut values = Vec::new();
        for thread in 0..self.threads.len() {
            values.push(self.state_one(thread, &shared, Builder::assume));
        }
        for a in 0..self.threads.len() {
            for b in a + 1..self.threads.len() {
                self.state_two((a, b), &shared, (&values[a], &values[b]), Builder::assume);
            }
        }
        let place = self.place_of(stepping);
        let stmts = std::mem::take(&mut self.stmts);
        let cases = self.steps(stepping, own, claims);
        self.stmts = vec![Stmt {
            kind: StmtKind::Assume(Expr::bool(false)),
            span: Span::NONE,
        }];
        let nowhere = self.block(Terminator::Unreachable);
        self.stmts = stmts;
        self.block(Terminator::Switch {
            value: place,
            cases,
            default: nowhere,
        })
    }

    /// Threads stand at points of what they execute: the first thread, and it alone, in the first
    /// template.
    fn possible_places(&mut self) {
        let points = self.system.points() as u64;
        let first = self.system.templates[0].points.len() as u64;
        for thread in 0..self.threads.len() {
            let place = self.place_of(thread);
            let number = Expr::Temp(self.threads[thread].number);
            let exists = Expr::compare(CompareOp::ULt, place.clone(), word(POINTS + points));
            self.emit(StmtKind::Assume(exists));
            let from = Expr::compare(CompareOp::ULe, word(POINTS), place.clone());
            let to = Expr::compare(CompareOp::ULt, place.clone(), word(POINTS + first));
            let in_first = both(from, to);
            let is_first = equal(number, word(0));
            let ended = equal(place, word(ENDED));
            let fits = either(
                both(is_first.clone(), either(in_first.clone(), ended)),
                both(is_first.not(), in_first.not()),
            );
            self.emit(StmtKind::Assume(fits));
        }
    }

    /// The code of all steps of a thread: where each point leads to.
    fn steps(
        &mut self,
        stepping: usize,
        own: bool,
        claims: BlockId,
    ) -> Vec<(cassay_bv::Bv, BlockId)> {
        self.set_place(stepping, word(ENDED));
        let ended = self.block(Terminator::Goto(claims));
        let mut cases = Vec::new();
        for template in 0..self.system.templates.len() {
            let mut code = Code {
                builder: self,
                template,
                stepping,
                own,
                ended,
                first_temp: 0,
                blocks: IndexVec::new(),
                arrivals: BTreeMap::new(),
            };
            code.make(claims, &mut cases);
        }
        cases
    }
}

/// A relation with values in place of its holes.
pub(crate) fn fill(relation: &Expr, shared: &[Expr], own: &[Expr], second: &[Expr]) -> Expr {
    let mut filled = relation.clone();
    fill_in(&mut filled, shared, own, second);
    filled
}

fn fill_in(expr: &mut Expr, shared: &[Expr], own: &[Expr], second: &[Expr]) {
    if let Expr::Temp(temp) = expr {
        let value = if temp.0 >= SECOND {
            second.get((temp.0 - SECOND) as usize)
        } else {
            let index = (temp.0 - HOLE) as usize;
            shared.get(index).or_else(|| own.get(index - shared.len()))
        };
        if let Some(value) = value {
            *expr = value.clone();
        }
        return;
    }
    expr.operands_mut(|operand| fill_in(operand, shared, own, second));
}
