//! Random small machines, for tests that compare two methods of searching or proving.
//!
//! [`machine`] gives a machine with few control states, variables and inputs, so that all its states can
//! be enumerated (`enumerate`). Errors are guarded by conjunctions of comparisons, so that some can be
//! reached and others cannot. Some machines have a function that several places call, some leave something
//! open, some start in many states.
//!
//! The same seed and size give the same machine. A failing case is shrunk by trying smaller sizes with the
//! same seed, or other seeds at a small size.

use crate::{Control, ControlId, ControlKind, Edge, EdgeId, Machine, Passage, VarId, Variable};
use cassay_base::{FileId, IndexVec, Span};
use cassay_term::{Pool, Sort, TermId};

/// Most bits of all variables together, apart from the place of a call.
const STATE_BITS: u32 = 9;
/// Most bits of all inputs together.
const INPUT_BITS: u32 = 4;

/// A random machine of about `size` control states; see the module documentation. Sizes from 2 to 8 keep
/// enumeration fast.
pub fn machine(seed: u64, size: u32) -> Machine {
    let mut maker = Maker::new(seed);
    maker.variables();
    maker.inputs();
    maker.start();
    maker.plain_controls(size);
    maker.errors();
    maker.function();
    maker.edges();
    maker.machine
}

/// A small deterministic generator of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// Any 64-bit number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when the bound is.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_u64().checked_rem(bound).unwrap_or(0)
    }

    /// True in `of` out of `total` cases.
    pub fn chance(&mut self, of: u64, total: u64) -> bool {
        self.below(total) < of
    }

    /// One of the items, if there are any.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u64) as usize).copied()
    }
}

struct Maker {
    rng: Rng,
    machine: Machine,
    /// Control states that edges may leave and enter.
    plain: Vec<ControlId>,
    /// Control states of errors, of the end, and open ones.
    last: Vec<ControlId>,
    /// Variables that terms may read and edges may write.
    free: Vec<VarId>,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let pool = Pool::new();
        let start = pool.tru();
        let mut maker = Maker {
            rng: Rng::new(seed),
            machine: Machine {
                pool,
                variables: IndexVec::new(),
                inputs: Vec::new(),
                controls: IndexVec::new(),
                edges: IndexVec::new(),
                initial: ControlId(0),
                start,
            },
            plain: Vec::new(),
            last: Vec::new(),
            free: Vec::new(),
        };
        maker.machine.initial = maker.control(ControlKind::Entry, "entry".into());
        maker
    }

    fn control(&mut self, kind: ControlKind, name: String) -> ControlId {
        let line = self.machine.controls.len() as u32 + 1;
        let span = Span {
            file: FileId(0),
            line,
            column: 1,
        };
        self.machine.controls.push(Control { kind, name, span })
    }

    /// A sort of at most so many bits.
    fn sort(&mut self, most: u32) -> Sort {
        match self.rng.below(u64::from(most.min(4)) + 1) {
            0 => Sort::Bool,
            width => Sort::Bv(width as u32),
        }
    }

    fn variables(&mut self) {
        let mut left = STATE_BITS;
        for index in 0..2 + self.rng.below(4) {
            if left == 0 {
                break;
            }
            let sort = self.sort(left);
            left -= sort.bv_width().unwrap_or(1);
            let variable = self.variable(&format!("v{index}"), sort);
            self.free.push(variable);
        }
    }

    fn variable(&mut self, name: &str, sort: Sort) -> VarId {
        let symbol = self.machine.pool.symbol(name, sort);
        self.machine.variables.push(Variable {
            name: name.to_string(),
            symbol,
        })
    }

    fn inputs(&mut self) {
        let mut left = INPUT_BITS;
        for index in 0..1 + self.rng.below(3) {
            if left == 0 {
                break;
            }
            let sort = self.sort(left.min(3));
            left -= sort.bv_width().unwrap_or(1);
            let input = self.machine.pool.symbol(&format!("in{index}"), sort);
            self.machine.inputs.push(input);
        }
    }

    fn start(&mut self) {
        for variable in self.free.clone() {
            let symbol = self.machine.variables[variable].symbol;
            let part = match self.rng.below(8) {
                0 => self.machine.pool.tru(),
                1 => {
                    let constant = self.constant(self.machine.pool.sort(symbol));
                    self.machine.pool.distinct(symbol, constant)
                }
                _ => {
                    let constant = self.constant(self.machine.pool.sort(symbol));
                    self.machine.pool.eq(symbol, constant)
                }
            };
            let start = self.machine.start;
            self.machine.start = self.machine.pool.and(start, part);
        }
    }

    fn plain_controls(&mut self, size: u32) {
        for index in 0..1 + self.rng.below(u64::from(size.max(1))) {
            let kind = match self.rng.chance(1, 2) {
                true => ControlKind::LoopHead(format!("loop{index}")),
                false => ControlKind::Point,
            };
            let control = self.control(kind, format!("p{index}"));
            self.plain.push(control);
        }
    }

    fn errors(&mut self) {
        for number in 0..1 + self.rng.below(3) as usize {
            let control = self.control(ControlKind::Error(number), format!("error{number}"));
            self.last.push(control);
        }
        if self.rng.chance(1, 2) {
            let control = self.control(ControlKind::Sink, "end".into());
            self.last.push(control);
        }
        if self.rng.chance(1, 10) {
            let control = self.control(ControlKind::Open(0), "open".into());
            self.last.push(control);
        }
    }

    /// Sometimes, a function of two or three control states that is called from several places.
    fn function(&mut self) {
        if !self.rng.chance(1, 3) {
            return;
        }
        let site = self.variable("site", Sort::Bv(2));
        let symbol = self.machine.variables[site].symbol;
        let entry = self.control(ControlKind::Point, "f entry".into());
        let exit = self.control(ControlKind::Point, "f exit".into());
        let body = [entry, exit];
        for _ in 0..1 + self.rng.below(3) {
            let to = self.rng.pick(&body).unwrap_or(exit);
            self.edge(entry, to);
        }
        self.edge(entry, exit);
        if self.rng.chance(1, 3)
            && let Some(to) = self.rng.pick(&self.last)
        {
            self.edge(entry, to);
        }
        for place in 0..1 + self.rng.below(3) as u32 {
            let (Some(caller), Some(back)) =
                (self.rng.pick(&self.plain), self.rng.pick(&self.plain))
            else {
                return;
            };
            let number = self.machine.pool.bv_u64(2, u64::from(place));
            let call = self.edge(caller, entry);
            let call = &mut self.machine.edges[call];
            call.passage = Passage::Call(place);
            call.updates.push((site, number));
            let here = self.machine.pool.eq(symbol, number);
            let back = self.edge(exit, back);
            let back = &mut self.machine.edges[back];
            back.passage = Passage::Return(place);
            back.guard = self.machine.pool.and(back.guard, here);
        }
    }

    fn edges(&mut self) {
        let initial = self.machine.initial;
        for _ in 0..1 + self.rng.below(2) {
            let to = self.rng.pick(&self.plain).unwrap_or(initial);
            let edge = self.edge(initial, to);
            self.machine.edges[edge].guard = self.machine.pool.tru();
        }
        for from in self.plain.clone() {
            for _ in 0..1 + self.rng.below(3) {
                let to = self.rng.pick(&self.plain).unwrap_or(from);
                self.edge(from, to);
            }
        }
        for to in self.last.clone() {
            for _ in 0..1 + self.rng.below(2) {
                let from = self.rng.pick(&self.plain).unwrap_or(initial);
                self.last_edge(from, to);
            }
        }
    }

    /// An edge with random guard and updates.
    fn edge(&mut self, from: ControlId, to: ControlId) -> EdgeId {
        let guard = match self.rng.below(4) {
            0 => self.machine.pool.tru(),
            1 => self.complement(from),
            _ => self.condition(2),
        };
        let mut updates = Vec::new();
        for variable in self.free.clone() {
            if self.rng.chance(1, 2) {
                updates.push((variable, self.update(variable)));
            }
        }
        self.machine.edges.push(Edge {
            from,
            to,
            guard,
            updates,
            passage: Passage::Plain,
        })
    }

    /// An edge to an error or an end, which changes nothing and is taken in few states.
    fn last_edge(&mut self, from: ControlId, to: ControlId) {
        let mut guard = self.machine.pool.tru();
        for _ in 0..1 + self.rng.below(4) {
            let part = self.comparison(0);
            guard = self.machine.pool.and(guard, part);
        }
        let updates = Vec::new();
        self.machine.edges.push(Edge {
            from,
            to,
            guard,
            updates,
            passage: Passage::Plain,
        });
    }

    /// What holds where no edge so far can be taken.
    fn complement(&mut self, from: ControlId) -> TermId {
        let edges = self.machine.edges.iter();
        let guards: Vec<TermId> = edges
            .filter(|edge| edge.from == from)
            .map(|edge| edge.guard)
            .collect();
        let any = self.machine.pool.or_all(guards);
        self.machine.pool.not(any)
    }

    /// A new value for a variable.
    fn update(&mut self, variable: VarId) -> TermId {
        let symbol = self.machine.variables[variable].symbol;
        let sort = self.machine.pool.sort(symbol);
        let Sort::Bv(width) = sort else {
            return self.condition(2);
        };
        match self.rng.below(5) {
            0 => {
                let bound = self.constant(sort);
                let pool = &mut self.machine.pool;
                let one = pool.bv_u64(width, 1);
                let more = pool.bv_add(symbol, one);
                let below = pool.ult(symbol, bound);
                pool.ite(below, more, symbol)
            }
            1 => self.constant(sort),
            2 => self.number(width, 0),
            _ => self.number(width, 2),
        }
    }

    fn constant(&mut self, sort: Sort) -> TermId {
        let value = self.rng.next_u64();
        match sort {
            Sort::Bv(width) => self.machine.pool.bv_u64(width, value),
            Sort::Bool
            | Sort::Array { .. }
            | Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real => self.machine.pool.bool_const(value & 1 == 1),
        }
    }

    /// A variable or, less often, an input.
    fn symbol(&mut self) -> TermId {
        let inputs = &self.machine.inputs;
        if self.rng.chance(1, 5)
            && let Some(input) = self.rng.pick(inputs)
        {
            return input;
        }
        match self.rng.pick(&self.free) {
            Some(variable) => self.machine.variables[variable].symbol,
            None => self.machine.pool.tru(),
        }
    }

    /// A Bool term.
    fn condition(&mut self, depth: u32) -> TermId {
        if depth == 0 {
            return self.comparison(0);
        }
        match self.rng.below(6) {
            0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.machine.pool.and(a, b)
            }
            1 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.machine.pool.or(a, b)
            }
            2 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.machine.pool.xor(a, b)
            }
            3 => {
                let a = self.condition(depth - 1);
                self.machine.pool.not(a)
            }
            _ => self.comparison(depth - 1),
        }
    }

    /// A Bool symbol or its negation, or a comparison of numbers.
    fn comparison(&mut self, depth: u32) -> TermId {
        let symbol = self.symbol();
        let Sort::Bv(width) = self.machine.pool.sort(symbol) else {
            return match self.rng.chance(1, 2) {
                true => symbol,
                false => self.machine.pool.not(symbol),
            };
        };
        let a = match self.rng.chance(1, 2) {
            true => symbol,
            false => self.number(width, depth),
        };
        let b = match self.rng.chance(1, 2) {
            true => self.constant(Sort::Bv(width)),
            false => self.number(width, depth),
        };
        let pool = &mut self.machine.pool;
        match self.rng.below(6) {
            0 => pool.ult(a, b),
            1 => pool.ule(a, b),
            2 => pool.slt(a, b),
            3 => pool.distinct(a, b),
            _ => pool.eq(a, b),
        }
    }

    /// A bit-vector term.
    fn number(&mut self, width: u32, depth: u32) -> TermId {
        if depth == 0 {
            let symbol = self.symbol();
            return match self.rng.chance(1, 4) {
                true => self.constant(Sort::Bv(width)),
                false => self.fitted(symbol, width),
            };
        }
        if self.rng.chance(1, 5) {
            let condition = self.condition(depth - 1);
            let (a, b) = (self.number(width, depth - 1), self.number(width, depth - 1));
            return self.machine.pool.ite(condition, a, b);
        }
        let (a, b) = (self.number(width, depth - 1), self.number(width, depth - 1));
        let pool = &mut self.machine.pool;
        match self.rng.below(16) {
            0..=3 => pool.bv_add(a, b),
            4 | 5 => pool.bv_sub(a, b),
            6 => pool.bv_mul(a, b),
            7 => pool.bv_and(a, b),
            8 => pool.bv_or(a, b),
            9 => pool.bv_xor(a, b),
            10 => pool.bv_shl(a, b),
            11 => pool.bv_lshr(a, b),
            12 => pool.bv_ashr(a, b),
            13 => pool.bv_urem(a, b),
            14 => pool.bv_udiv(a, b),
            _ => pool.bv_not(a),
        }
    }

    /// A symbol as a number of a width.
    fn fitted(&mut self, symbol: TermId, width: u32) -> TermId {
        let signed = self.rng.chance(1, 2);
        let pool = &mut self.machine.pool;
        match pool.sort(symbol) {
            Sort::Bv(from) if from > width => pool.extract(width - 1, 0, symbol),
            Sort::Bv(_) if signed => pool.sext(symbol, width),
            Sort::Bv(_) => pool.zext(symbol, width),
            Sort::Bool
            | Sort::Array { .. }
            | Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real => pool.bool_to_bv(symbol, width),
        }
    }
}
