//! Facts about a program that its interpretation needs: the call graph, and the writes through
//! pointers.
//!
//! Everything comes from a points-to analysis of the whole program. If that cannot bound the
//! targets of a write or a call, no analysis is made ([`Facts::of`] gives the reason).

use crate::cells::{CellId, Cells};
use crate::domains::Thresholds;
use crate::packs;
use crate::relational::Terms;
use crate::stages::{Domains, Stage};
use crate::state::Related;
use crate::templates;
use cassay_base::IndexVec;
use cassay_effects::{PointsTo, Target, callees, targets};
use cassay_ir::order::Order;
use cassay_ir::{
    Accessed, AllocKind, BlockId, CallTarget, CastKind, Constant, Effects, Expr, FuncId, Function,
    Initializer, LocalId, Program, StmtKind, TempId, Type, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Facts about a function.
#[derive(Debug)]
pub struct FunctionFacts {
    /// Blocks in the order in which they are visited.
    pub sequence: Vec<BlockId>,
    /// The position of each block in it.
    pub position: IndexVec<BlockId, usize>,
    /// Whether a block is the head of a loop.
    pub is_head: IndexVec<BlockId, bool>,
    /// Whether a block is executed separately for each incoming edge.
    pub split: IndexVec<BlockId, bool>,
    /// Temporaries that are used in another block than the one that sets them.
    pub lasting: BTreeSet<TempId>,
    /// For long blocks, the last statement that uses each temporary; one past the last is the
    /// terminator. Empty for short blocks.
    pub last_uses: BTreeMap<BlockId, BTreeMap<TempId, usize>>,
    /// Pointers that may be made from numbers.
    pub wild: BTreeSet<TempId>,
    /// The cells that are related to each other.
    pub related: Related,
    /// Sums of cells that each loop, by its head, may bound: see [`templates`](crate::templates).
    pub templates: BTreeMap<BlockId, Vec<Terms>>,
    /// The cells that a write through a pointer may change, by statement.
    pub clobbers: BTreeMap<(BlockId, usize), Rc<[CellId]>>,
    /// The functions that a call may enter, by statement; the terminator's after the last. Not of
    /// calls through pointers of unknown origin.
    pub calls: BTreeMap<(BlockId, usize), Vec<FuncId>>,
}

/// Facts about a program.
pub struct Facts<'p> {
    /// The program.
    pub program: &'p Program,
    /// How many statements it has.
    pub size: usize,
    /// Its cells.
    pub cells: Cells,
    /// The facts of reachable functions, by number; none for the others.
    pub functions: IndexVec<FuncId, Option<FunctionFacts>>,
    /// Local variables of other activations that a function, or one it calls, may write.
    pub writes: IndexVec<FuncId, BTreeSet<(FuncId, LocalId)>>,
    /// Cells of global variables that a function, or one it calls, may write.
    pub modifies: IndexVec<FuncId, BTreeSet<CellId>>,
    /// The callers of each function.
    pub callers: IndexVec<FuncId, BTreeSet<FuncId>>,
    /// Reachable functions, callees before callers unless there is recursion.
    pub bottom_up: Vec<FuncId>,
    /// Whether objects are made on the heap.
    pub allocates: bool,
    /// Thresholds of widening.
    pub thresholds: Thresholds,
}

/// How many statements a program may have.
const LARGEST: usize = 2_000_000;
/// How many constants of the program widening stops at.
const MOST_THRESHOLDS: usize = 200;

impl<'p> Facts<'p> {
    /// Prepares a program; otherwise why it cannot be analysed.
    pub fn of(program: &'p Program, entry: FuncId) -> Result<Facts<'p>, String> {
        let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
        let size = blocks.map(|block| block.stmts.len()).sum::<usize>();
        if size > LARGEST {
            return Err("the program is too large".into());
        }
        let points_to = PointsTo::of(program).ok_or("the program is too large")?;
        let callees = callees(program, &points_to);
        let reached = closure(&callees, entry);
        for id in &reached {
            if let Some(why) = obstacle(&program.functions[*id]) {
                return Err(why.into());
            }
        }
        let cells = Cells::of(program);
        let exposed = exposed(program);
        let wild = reached
            .iter()
            .any(|id| makes_pointers(&program.functions[*id]));
        let mut written: IndexVec<FuncId, BTreeSet<(FuncId, LocalId)>> =
            program.functions.iter().map(|_| BTreeSet::new()).collect();
        let mut modifies: IndexVec<FuncId, BTreeSet<CellId>> =
            program.functions.iter().map(|_| BTreeSet::new()).collect();
        let mut functions = IndexVec::new();
        for (id, function) in program.functions.iter_enumerated() {
            if !reached.contains(&id) || !function.has_body() {
                functions.push(None);
                continue;
            }
            let mut facts = FunctionFacts::of(function);
            let temps = function.temps.iter_enumerated();
            facts.wild = temps
                .filter(|(temp, of)| of.ty == TypeTable::PTR && points_to.is_wild_temp(id, *temp))
                .map(|(temp, _)| temp)
                .collect();
            for (block, contents) in function.blocks.iter_enumerated() {
                for index in 0..=contents.stmts.len() {
                    let at = (id, block, index);
                    let stmt = contents.stmts.get(index).map(|stmt| &stmt.kind);
                    if stmt.is_some_and(writes_through_pointer) {
                        let mut places = points_to.expression(at, 0);
                        if wild || places.is_empty() {
                            places.extend(exposed.iter().copied());
                        }
                        let own = clobbered(&cells, id, &places);
                        let globals = own.iter().filter(|cell| **cell < cells.globals());
                        modifies[id].extend(globals);
                        facts.clobbers.insert((block, index), own.into());
                        written[id].extend(places.iter().filter_map(|place| match place {
                            Target::Local(owner, local) => Some((*owner, *local)),
                            Target::Global(_)
                            | Target::Allocated(_, _, _)
                            | Target::Function(_) => None,
                        }));
                    }
                    if let Some(stmt) = stmt {
                        stmt.accesses(|access| {
                            if let Accessed::Variable(variable @ Variable::Global(_), _) = access.to
                                && access.writes
                            {
                                modifies[id].extend(cells.of_variable(id, variable));
                            }
                        });
                    }
                    if let Some(target) = contents.call(index).map(|call| call.target) {
                        let called = targets(&points_to, at, target);
                        let unknown = matches!(target, CallTarget::Indirect(_))
                            && (called.is_empty() || wild);
                        if !unknown {
                            facts.calls.insert((block, index), called);
                        }
                    }
                }
            }
            functions.push(Some(facts));
        }
        close(&mut written, &callees);
        close(&mut modifies, &callees);
        let mut callers: IndexVec<FuncId, BTreeSet<FuncId>> =
            program.functions.iter().map(|_| BTreeSet::new()).collect();
        for id in &reached {
            for callee in &callees[*id] {
                callers[*callee].insert(*id);
            }
        }
        Ok(Facts {
            program,
            size,
            cells,
            functions,
            writes: written,
            modifies,
            callers,
            bottom_up: bottom_up(&callees, entry),
            allocates: reached.iter().any(|id| allocates(&program.functions[*id])),
            thresholds: thresholds(program, &reached),
        })
    }
}

impl Facts<'_> {
    /// Chooses the cells that are related in a stage: octagons and symbolic ranges in some functions
    /// only. Whether any cells are.
    pub fn follow(&mut self, stage: Stage, domains: Domains, functions: &BTreeSet<FuncId>) -> bool {
        let (program, cells, modified) = (self.program, &self.cells, &self.modifies);
        let modifies = |id: FuncId| modified[id].iter().copied().collect();
        let mut found = false;
        for id in program.functions.ids() {
            let Some(facts) = &mut self.functions[id] else {
                continue;
            };
            if stage == Stage::Values {
                let readings = packs::readings(program, cells, id);
                if domains.zones {
                    facts.related.zone = Rc::new(packs::zone(program, cells, id, &readings));
                }
                facts.related.readings = Rc::new(readings);
            }
            let here = functions.contains(&id);
            facts.related.octagons = Rc::default();
            if here && domains.octagons && stage >= Stage::Octagons {
                facts.related.octagons = Rc::new(packs::octagons(program, cells, id));
                found |= !facts.related.octagons.is_empty();
            }
            facts.related.symbolic = here && domains.symbolic && stage == Stage::Symbolic;
            if facts.related.symbolic {
                facts.templates = templates::of_function(program, cells, facts, modifies, id);
                found = true;
            }
        }
        found
    }
}

impl FunctionFacts {
    fn of(function: &Function) -> FunctionFacts {
        let order = Order::new(function);
        let sequence = order.sequence();
        let mut position: IndexVec<BlockId, usize> =
            function.blocks.iter().map(|_| usize::MAX).collect();
        for (index, block) in sequence.iter().enumerate() {
            position[*block] = index;
        }
        let mut is_head: IndexVec<BlockId, bool> = function.blocks.iter().map(|_| false).collect();
        for found in order.loops().iter() {
            is_head[found.head] = true;
        }
        let lasting = lasting(function);
        let split = split(function, &is_head, &lasting);
        FunctionFacts {
            sequence,
            position,
            is_head,
            split,
            lasting,
            last_uses: last_uses(function),
            wild: BTreeSet::new(),
            related: Related::default(),
            templates: BTreeMap::new(),
            clobbers: BTreeMap::new(),
            calls: BTreeMap::new(),
        }
    }
}

/// Why a function cannot be analysed.
fn obstacle(function: &Function) -> Option<&'static str> {
    let mut stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    let threads = stmts.any(|stmt| stmt.kind.effects().any(Effects::THREADS));
    threads.then_some("threads")
}

fn allocates(function: &Function) -> bool {
    let mut stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    stmts.any(|stmt| {
        matches!(
            stmt.kind,
            StmtKind::Alloc {
                kind: AllocKind::Heap
                    | AllocKind::ZeroedHeap
                    | AllocKind::New
                    | AllocKind::NewArray
                    | AllocKind::NewAligned
                    | AllocKind::NewArrayAligned,
                ..
            }
        )
    })
}

fn closure(callees: &IndexVec<FuncId, BTreeSet<FuncId>>, root: FuncId) -> BTreeSet<FuncId> {
    let mut all = BTreeSet::from([root]);
    let mut pending = vec![root];
    while let Some(id) = pending.pop() {
        for callee in &callees[id] {
            if all.insert(*callee) {
                pending.push(*callee);
            }
        }
    }
    all
}

/// Adds to the writes of each function those of its callees.
fn close<T: Ord + Clone>(
    written: &mut IndexVec<FuncId, BTreeSet<T>>,
    callees: &IndexVec<FuncId, BTreeSet<FuncId>>,
) {
    let mut changed = true;
    while changed {
        changed = false;
        for id in callees.ids() {
            for callee in &callees[id] {
                if *callee == id || written[*callee].is_empty() {
                    continue;
                }
                let more = written[*callee].clone();
                let before = written[id].len();
                written[id].extend(more);
                changed |= written[id].len() != before;
            }
        }
    }
}

/// Functions in postorder of the call graph.
fn bottom_up(callees: &IndexVec<FuncId, BTreeSet<FuncId>>, root: FuncId) -> Vec<FuncId> {
    let mut seen = BTreeSet::from([root]);
    let mut order = Vec::new();
    let mut stack = vec![(root, callees[root].iter())];
    while let Some((id, rest)) = stack.last_mut() {
        match rest.next() {
            Some(callee) => {
                if seen.insert(*callee) {
                    stack.push((*callee, callees[*callee].iter()));
                }
            }
            None => {
                order.push(*id);
                stack.pop();
            }
        }
    }
    order
}

fn writes_through_pointer(kind: &StmtKind) -> bool {
    let mut found = false;
    kind.accesses(|access| {
        found |= access.writes && matches!(access.to, Accessed::Behind(_));
    });
    found
}

fn clobbered(cells: &Cells, function: FuncId, places: &BTreeSet<Target>) -> Vec<CellId> {
    let mut found = Vec::new();
    for place in places {
        let variable = match place {
            Target::Local(owner, local) if *owner == function => Variable::Local(*local),
            Target::Global(global) => Variable::Global(*global),
            Target::Local(_, _) | Target::Allocated(_, _, _) | Target::Function(_) => continue,
        };
        found.extend(cells.of_variable(function, variable));
    }
    found
}

/// Every variable whose address is used as a value somewhere.
fn exposed(program: &Program) -> BTreeSet<Target> {
    let mut found = BTreeSet::new();
    for global in program.globals.iter() {
        if let Initializer::Parts(parts) = &global.init {
            found.extend(parts.iter().filter_map(|(_, part)| match part {
                Constant::GlobalAddr(to, _) => Some(Target::Global(*to)),
                Constant::FuncAddr(_) | Constant::Bits(_) | Constant::Bytes(_) => None,
            }));
        }
    }
    for (id, function) in program.functions.iter_enumerated() {
        each_expression(function, |expr| {
            if let Expr::AddrOf(variable) = expr {
                found.insert(match variable {
                    Variable::Local(local) => Target::Local(id, *local),
                    Variable::Global(global) => Target::Global(*global),
                });
            }
        });
    }
    found
}

/// Whether pointers are made from integers that are not constant.
fn makes_pointers(function: &Function) -> bool {
    let mut found = false;
    each_expression(function, |expr| {
        if let Expr::Cast(CastKind::IntToPtr, of, _) = expr {
            found |= !matches!(**of, Expr::Int(_));
        }
    });
    found
}

/// Visits every expression of a function with all its parts.
fn each_expression<'a>(function: &'a Function, mut visit: impl FnMut(&'a Expr)) {
    let mut pending: Vec<&'a Expr> = Vec::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| pending.push(expr));
        }
        block.terminator.expressions(|expr| pending.push(expr));
        while let Some(expr) = pending.pop() {
            visit(expr);
            expr.operands(|operand| pending.push(operand));
        }
    }
}

/// Temporaries that some block uses before it sets them.
fn lasting(function: &Function) -> BTreeSet<TempId> {
    let mut found: BTreeSet<TempId> = BTreeSet::new();
    for block in function.blocks.iter() {
        let mut set: BTreeSet<TempId> = BTreeSet::new();
        let uses = |expr: &Expr, set: &BTreeSet<TempId>, found: &mut BTreeSet<TempId>| {
            let mut pending = vec![expr];
            while let Some(expr) = pending.pop() {
                if let Expr::Temp(temp) = expr
                    && !set.contains(temp)
                {
                    found.insert(*temp);
                }
                expr.operands(|operand| pending.push(operand));
            }
        };
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| uses(expr, &set, &mut found));
            set.extend(stmt.kind.defines());
        }
        block
            .terminator
            .expressions(|expr| uses(expr, &set, &mut found));
    }
    found
}

/// The fewest statements of a block inside which dead temporaries are removed.
const LONG: usize = 64;

/// The last statement of each long block that uses each temporary.
fn last_uses(function: &Function) -> BTreeMap<BlockId, BTreeMap<TempId, usize>> {
    let mut found = BTreeMap::new();
    let blocks = function.blocks.iter_enumerated();
    for (id, block) in blocks.filter(|(_, block)| block.stmts.len() >= LONG) {
        let mut last: BTreeMap<TempId, usize> = BTreeMap::new();
        let mut note = |index: usize, expr: &Expr| {
            let mut pending = vec![expr];
            while let Some(expr) = pending.pop() {
                if let Expr::Temp(temp) = expr {
                    last.insert(*temp, index);
                }
                expr.operands(|operand| pending.push(operand));
            }
        };
        for (index, stmt) in block.stmts.iter().enumerate() {
            stmt.kind.expressions(|expr| note(index, expr));
        }
        let end = block.stmts.len();
        block.terminator.expressions(|expr| note(end, expr));
        found.insert(id, last);
    }
    found
}

/// How many edges lead to a block that is executed once for each, at most.
const MOST_EDGES: usize = 16;

/// Blocks that use the outcome of an earlier branch: several edges set a temporary that the block
/// uses. Conditions with `&&` and `||` have this form, and joining the edges first would lose what
/// they imply.
fn split(
    function: &Function,
    is_head: &IndexVec<BlockId, bool>,
    lasting: &BTreeSet<TempId>,
) -> IndexVec<BlockId, bool> {
    let mut edges: IndexVec<BlockId, usize> = function.blocks.iter().map(|_| 0).collect();
    let mut set_before: IndexVec<BlockId, BTreeSet<TempId>> =
        function.blocks.iter().map(|_| BTreeSet::new()).collect();
    let mut twice: IndexVec<BlockId, BTreeSet<TempId>> = set_before.clone();
    for block in function.blocks.iter() {
        let defined: BTreeSet<TempId> = block
            .stmts
            .iter()
            .filter_map(|stmt| stmt.kind.defines())
            .filter(|temp| lasting.contains(temp))
            .collect();
        block.terminator.successors(|next| {
            edges[next] += 1;
            for temp in &defined {
                if !set_before[next].insert(*temp) {
                    twice[next].insert(*temp);
                }
            }
        });
    }
    let ids = function.blocks.ids();
    ids.map(|id| !is_head[id] && !twice[id].is_empty() && (2..=MOST_EDGES).contains(&edges[id]))
        .collect()
}

/// Constants of the program, and their neighbours.
fn thresholds(program: &Program, reached: &BTreeSet<FuncId>) -> Thresholds {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    let mut compared: BTreeSet<i128> = BTreeSet::new();
    for id in reached {
        each_expression(&program.functions[*id], |expr| {
            let Expr::Compare(_, a, b) = expr else {
                if let Expr::Int(bits) = expr
                    && bits.width() > 1
                {
                    found.extend(bits.to_i128());
                }
                return;
            };
            for side in [a, b] {
                if let Expr::Int(bits) = &**side {
                    compared.extend(bits.to_i128());
                }
            }
        });
    }
    for global in program.globals.iter() {
        if let (Initializer::Parts(parts), Type::Int(_)) =
            (&global.init, program.types.get(global.ty))
        {
            for (_, part) in parts {
                if let Constant::Bits(bits) = part {
                    found.extend(bits.to_i128());
                }
            }
        }
    }
    let near = |set: &BTreeSet<i128>| -> BTreeSet<i128> {
        set.iter()
            .filter(|value| value.unsigned_abs() < 1 << 65)
            .flat_map(|value| [value - 1, *value, value + 1])
            .chain([-1, 0, 1])
            .collect()
    };
    let mut all = compared.clone();
    all.extend(found);
    for set in [near(&all), near(&compared)] {
        if set.len() <= MOST_THRESHOLDS {
            return Thresholds(set.into_iter().collect());
        }
    }
    Thresholds(vec![-1, 0, 1])
}
