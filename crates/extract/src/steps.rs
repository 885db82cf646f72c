//! The programs of the steps: one function for each control state, all in one program.
//!
//! The function of a control state is a copy of the body. It begins by giving the state any values, and goes
//! on at the head. Where it arrives at a head it writes the state to variables that symbolic execution
//! observes, and ends. There is no loop in it.

use crate::prepare::Prepared;
use crate::state::{AtHead, ELSEWHERE, FIRST_TARGET, Followed, OBJECT_BITS, Slot, State};
use cassay_base::{Id, Span};
use cassay_ir::{
    BinaryOp, Block, BlockId, CTypeTable, ClaimId, CompareOp, Expr, Extent, FuncId, Function,
    Global, GlobalId, Initializer, InputSource, Local, LocalId, Place, Program, Property,
    PropertyClass, Stmt, StmtKind, TempId, Terminator, TypeId, TypeTable, UnaryOp, Variable,
};
use std::collections::BTreeMap;

/// The program of all steps.
pub(crate) struct Steps {
    pub program: Program,
    /// The function in which the program starts, and those that start at a head.
    pub start: FuncId,
    pub from: BTreeMap<BlockId, FuncId>,
    /// The number of inputs and objects by which the function of a head makes its state.
    pub made: BTreeMap<BlockId, usize>,
    /// The claim that is violated on arrival at a head.
    pub arrivals: BTreeMap<ClaimId, BlockId>,
    /// The claims that pointers lead to the starts of their objects.
    pub still: BTreeMap<ClaimId, Slot>,
    /// The claims that pointers lead to one of their targets.
    pub settled: BTreeMap<ClaimId, Slot>,
    /// The variable that observes at which head an execution has arrived.
    pub place: GlobalId,
    /// Those that observe the state variables.
    pub observed: Vec<GlobalId>,
}

impl Steps {
    pub fn new(prepared: &Prepared, state: &State) -> Steps {
        let mut program = prepared.program.clone();
        let word = program.types.int(32);
        let place = observer(&mut program, word);
        let mut observed = Vec::new();
        for variable in &state.variables {
            let ty = program.types.int(variable.width);
            observed.push(observer(&mut program, ty));
        }
        program.types.int(OBJECT_BITS);
        let size = program.types.size_int();
        let mut arrivals = BTreeMap::new();
        let mut claims = BTreeMap::new();
        for &head in &prepared.heads {
            let claim = program.claims.fresh();
            arrivals.insert(claim, head);
            claims.insert(head, claim);
        }
        let mut still = BTreeMap::new();
        for followed in state.slots.iter().filter(|followed| followed.still) {
            still.insert(program.claims.fresh(), followed.slot);
        }
        let mut settled = BTreeMap::new();
        let pointers = state.slots.iter().filter(|slot| slot.targets.is_some());
        for followed in pointers.filter(|followed| followed.settled) {
            settled.insert(program.claims.fresh(), followed.slot);
        }
        let mut steps = Steps {
            still,
            settled,
            start: prepared.body,
            from: BTreeMap::new(),
            made: BTreeMap::new(),
            arrivals,
            place,
            observed,
            program,
        };
        let mut starts = vec![None];
        starts.extend(prepared.heads.iter().copied().map(Some));
        for start in starts {
            if start.is_some_and(|head| !state.at.contains_key(&head)) {
                continue;
            }
            let mut maker = Maker {
                state,
                steps: &mut steps,
                function: prepared.function().clone(),
                stmts: Vec::new(),
                span: Span::NONE,
                size,
                none: None,
                made: 0,
            };
            maker.function.name = "__cassay_step".into();
            maker.function.symbol = None;
            maker.make(start, &claims);
            let (function, made) = (maker.function, maker.made);
            let id = steps.program.functions.push(function);
            match start {
                Some(head) => {
                    steps.from.insert(head, id);
                    steps.made.insert(head, made);
                }
                None => steps.start = id,
            }
        }
        steps
    }
}

/// A variable whose writes are observed.
fn observer(program: &mut Program, ty: TypeId) -> GlobalId {
    program.globals.push(Global {
        address_of: None,
        name: "(state)".into(),
        ty,
        ctype: CTypeTable::UNKNOWN,
        align: 1,
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: false,
        device: false,
        model: false,
        span: Span::NONE,
    })
}

struct Maker<'m> {
    state: &'m State,
    steps: &'m mut Steps,
    function: Function,
    /// The statements of the block that is being made.
    stmts: Vec<Stmt>,
    span: Span,
    /// The type of sizes.
    size: TypeId,
    /// A variable without a value.
    none: Option<LocalId>,
    /// Inputs and objects so far of the state that the step starts in.
    made: usize,
}

impl Maker<'_> {
    fn make(&mut self, start: Option<BlockId>, claims: &BTreeMap<BlockId, ClaimId>) {
        // The entry must be the first block, and no edge may lead to it.
        let first = self.function.blocks[Function::ENTRY].clone();
        let first = self.function.blocks.push(first);
        let moved = |id: BlockId| if id == Function::ENTRY { first } else { id };
        let old: Vec<BlockId> = self.function.blocks.ids().skip(1).collect();
        let mut arrivals = BTreeMap::new();
        for (&head, &claim) in claims {
            let arrival = match self.state.at.get(&head) {
                Some(at) => self.arrive(head, at, claim),
                None => continue,
            };
            arrivals.insert(head, arrival);
        }
        for id in old {
            self.function.blocks[id].terminator.successors_mut(|next| {
                *next = match arrivals.get(next) {
                    Some(arrival) => *arrival,
                    None => moved(*next),
                };
            });
        }
        let state = self.state;
        let mut target = first;
        if let Some(head) = start
            && let Some(at) = state.at.get(&head)
        {
            self.span = self.function.blocks[head].span;
            self.any_state(at);
            target = moved(head);
        } else if let Some(arrival) = arrivals.get(&Function::ENTRY) {
            target = *arrival;
        }
        let stmts = std::mem::take(&mut self.stmts);
        self.function.blocks[Function::ENTRY] = Block {
            stmts,
            terminator: Terminator::Goto(target),
            span: self.span,
        };
    }

    fn emit(&mut self, kind: StmtKind) {
        let span = self.span;
        self.stmts.push(Stmt { kind, span });
    }

    fn block(&mut self, terminator: Terminator) -> BlockId {
        let stmts = std::mem::take(&mut self.stmts);
        let span = self.span;
        self.function.blocks.push(Block {
            stmts,
            terminator,
            span,
        })
    }

    fn load(&mut self, variable: Variable, offset: u64, ty: TypeId) -> Expr {
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

    fn store(&mut self, variable: Variable, offset: u64, value: Expr) {
        self.emit(StmtKind::Store {
            place: Place::Variable(variable, offset),
            value,
            volatile: false,
            order: None,
        });
    }

    /// The value of a state variable where the step starts.
    fn any(&mut self, number: usize, ty: TypeId) -> TempId {
        self.made += 1;
        let dst = self.function.new_temp(ty);
        self.emit(StmtKind::Havoc {
            dst,
            source: InputSource::State(number),
            known: None,
        });
        dst
    }

    /// Gives everything that is passed on at a head any value.
    fn any_state(&mut self, at: &AtHead) {
        for &local in &at.alive {
            self.made += 1;
            self.emit(StmtKind::Declare(local));
        }
        for &variable in &self.state.loose {
            if matches!(variable, Variable::Global(_)) {
                self.made += 1;
                self.emit(StmtKind::MemHavoc {
                    dst: Expr::AddrOf(variable),
                    len: None,
                    source: InputSource::Chosen("(an earlier step)".into()),
                    among: None,
                });
            }
        }
        for &number in &at.slots {
            let followed = &self.state.slots[number];
            let value = match &followed.targets {
                None => Expr::Temp(self.any(followed.first, followed.ty)),
                Some(targets) => self.any_pointer(followed, targets),
            };
            match followed.slot {
                Slot::Part(variable, offset) => self.store(variable, offset, value),
                Slot::Temp(dst) => self.emit(StmtKind::Assign { dst, value }),
            }
        }
        for &local in &at.sealed {
            self.emit(StmtKind::Seal(local));
        }
    }

    /// A pointer of which the number of the object and the offset are known.
    fn any_pointer(&mut self, followed: &Followed, targets: &[Expr]) -> Expr {
        let number_type = self.steps.program.types.int(OBJECT_BITS);
        let number = Expr::Temp(self.any(followed.first, number_type));
        let offset = match followed.still {
            true => None,
            false => Some(Expr::Temp(self.any(followed.first + 1, self.size))),
        };
        let last = FIRST_TARGET + targets.len() as u64;
        let known = Expr::compare(CompareOp::ULt, number.clone(), object_number(last));
        self.emit(StmtKind::Assume(known));
        let is = |k: u64| Expr::compare(CompareOp::Eq, number.clone(), object_number(k));
        let mut pointer = Expr::Null;
        if followed.settled {
            self.emit(StmtKind::Assume(is(ELSEWHERE).not()));
        } else {
            pointer = choose(is(ELSEWHERE), self.without_value(), pointer);
        }
        for (k, target) in (FIRST_TARGET..).zip(targets) {
            pointer = choose(is(k), target.clone(), pointer);
        }
        let Some(offset) = offset else {
            return pointer;
        };
        let elsewhere = is(ELSEWHERE);
        let moved = Expr::PtrAdd(Box::new(pointer.clone()), Box::new(offset));
        choose(elsewhere, pointer, moved)
    }

    /// A pointer that was never written.
    fn without_value(&mut self) -> Expr {
        let local = *self.none.get_or_insert_with(|| {
            self.function.locals.push(Local {
                name: "".into(),
                ty: TypeTable::PTR,
                ctype: CTypeTable::UNKNOWN,
                align: 8,
                span: Span::NONE,
                param: None,
                address_taken: false,
                constant: false,
                arguments: false,
                block: false,
            })
        });
        // A new object each time, so that different pointers are independent.
        self.made += 1;
        self.emit(StmtKind::Declare(local));
        self.load(Variable::Local(local), 0, TypeTable::PTR)
    }

    /// Where an execution arrives at a head.
    fn arrive(&mut self, head: BlockId, at: &AtHead, claim: ClaimId) -> BlockId {
        self.span = self.function.blocks[head].span;
        let place = Expr::int(32, head.index() as u64);
        self.store(Variable::Global(self.steps.place), 0, place);
        for &number in &at.slots {
            let followed = &self.state.slots[number];
            let value = match followed.slot {
                Slot::Part(variable, offset) => self.load(variable, offset, followed.ty),
                Slot::Temp(temp) => Expr::Temp(temp),
            };
            match &followed.targets {
                None => self.observe(followed.first, value),
                Some(targets) => self.observe_pointer(followed, value, targets),
            }
        }
        self.emit(StmtKind::Assert {
            claim,
            cond: Expr::bool(false),
            property: Property::new(PropertyClass::Assertion, "(arrives)"),
        });
        self.block(Terminator::Unreachable)
    }

    fn observe(&mut self, number: usize, value: Expr) {
        let variable = Variable::Global(self.steps.observed[number]);
        self.store(variable, 0, value);
    }

    /// The number of the object that a pointer leads to, and its offset.
    fn observe_pointer(&mut self, followed: &Followed, pointer: Expr, targets: &[Expr]) {
        let first = followed.first;
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer.clone()));
        let back = Expr::Unary(UnaryOp::Neg, Box::new(offset.clone()));
        let base = Expr::PtrAdd(Box::new(pointer), Box::new(back));
        let is = |other: &Expr| Expr::compare(CompareOp::Eq, base.clone(), other.clone());
        let mut number = choose(is(&Expr::Null), object_number(0), object_number(ELSEWHERE));
        for (k, target) in (FIRST_TARGET..).zip(targets) {
            number = choose(is(target), object_number(k), number);
        }
        let elsewhere = Expr::compare(CompareOp::Eq, number.clone(), object_number(ELSEWHERE));
        self.observe(first, number);
        let claim_of = |claims: &BTreeMap<ClaimId, Slot>| {
            let mut of_slot = claims.iter().filter(|(_, slot)| **slot == followed.slot);
            of_slot.next().map(|(claim, _)| *claim)
        };
        let settled = claim_of(&self.steps.settled);
        let still = claim_of(&self.steps.still);
        if let Some(claim) = settled {
            self.claim(claim, elsewhere.clone().not());
        }
        if let Some(claim) = still {
            let size = self.steps.program.layout.pointer_bits;
            let start = Expr::compare(CompareOp::Eq, offset, Expr::int(size, 0));
            self.claim(claim, Expr::binary(BinaryOp::Or, elsewhere, start));
        } else {
            self.observe(first + 1, offset);
        }
    }

    /// Claims something about a pointer.
    fn claim(&mut self, claim: ClaimId, cond: Expr) {
        let property = Property::new(PropertyClass::Assertion, "(a pointer stays)");
        self.emit(StmtKind::Assert {
            claim,
            cond,
            property,
        });
    }
}

fn object_number(number: u64) -> Expr {
    Expr::int(OBJECT_BITS, number)
}

fn choose(cond: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr::Select(Box::new(cond), Box::new(then), Box::new(otherwise))
}
