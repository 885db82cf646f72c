//! Array elements: what a loop has done to all elements so far, without quantifiers.
//!
//! A ghost index `g` is an arbitrary number, chosen at the start of the execution and never
//! changed. For each array that is tracked, a ghost variable holds its element `g`: stores update
//! it, and a load of element `g` is assumed to give it. "All elements below `i` are 42" is then a
//! relation between plain variables, `g < i` implies `e == 42`: it holds for every choice of `g` or
//! for none.
//!
//! To use it for the element that a claim is about, `g` must be that element. A second ghost
//! variable remembers which element was loaded last, and every claim is made only where that is
//! `g`. This loses nothing: nothing in the program depends on `g`, so an execution that violates a
//! claim after loading element `n` also exists with `g == n`, and there the claim is made.
//!
//! Invariant: for every execution of the original program there are values of the ghost variables
//! for which every assumption made here holds. An array is tracked only if all writes to it are
//! known.

use cassay_base::Span;
use cassay_effects::{PointsTo, Target};
use cassay_ir::{
    BinaryOp, BlockId, CTypeTable, CastKind, CompareOp, Effects, Expr, Extent, FuncId, Function,
    Global, GlobalId, Initializer, InputSource, Place, Program, Stmt, StmtKind, TempId, Type,
    TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the ghost index.
pub(crate) const INDEX: &str = "(some index)";
/// The name of the ghost that remembers the last load.
const LAST: &str = "(last index)";
/// The name of the ghosts that hold elements.
pub(crate) const ELEMENT: &str = "(some element)";

/// No element was loaded yet.
const NONE: u64 = 0xffff_ffff;

/// The depth to which the expression of an address is examined.
const DEPTH: usize = 16;

/// The most arrays that are tracked.
const ARRAYS: usize = 6;

/// An array of integers that is tracked.
#[derive(Clone, Copy)]
struct Array {
    variable: Variable,
    elem: TypeId,
    /// The width of an element, in bits.
    width: u32,
    ghost: GlobalId,
}

/// The program in which one element of every array is tracked; `None` if no array can be.
pub fn follow_elements(program: &Program, entry: FuncId) -> Option<Program> {
    let points_to = PointsTo::of(program)?;
    let targets = followable(program, &points_to)?;
    if targets.is_empty() {
        return None;
    }
    let mut result = program.clone();
    let word = result.types.int(32);
    let index = ghost(&mut result, INDEX, word);
    let last = ghost(&mut result, LAST, word);
    let mut arrays = BTreeMap::new();
    for (target, (variable, elem, width)) in targets {
        let ghost = ghost(&mut result, ELEMENT, elem);
        let array = Array {
            variable,
            elem,
            width,
            ghost,
        };
        arrays.insert(target, array);
    }
    let address_ty = result.types.int(program.layout.pointer_bits);
    for id in program.functions.ids() {
        let mut writer = Writer {
            program,
            points_to: &points_to,
            arrays: &arrays,
            index,
            last,
            word,
            address_ty,
            id,
            function: &mut result.functions[id],
        };
        writer.rewrite();
        if id == entry {
            writer.start();
        }
    }
    Some(result)
}

fn ghost(program: &mut Program, name: &str, ty: TypeId) -> GlobalId {
    program.globals.push(Global {
        address_of: None,
        name: name.into(),
        ty,
        ctype: CTypeTable::UNKNOWN,
        align: 8,
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: false,
        device: false,
        model: false,
        span: Span::NONE,
    })
}

type Followed = BTreeMap<Target, (Variable, TypeId, u32)>;

/// The arrays of integers of which every access is known; `None` if an access may go anywhere.
fn followable(program: &Program, points_to: &PointsTo) -> Option<Followed> {
    let mut found = Followed::new();
    for (id, global) in program.globals.iter_enumerated() {
        if !global.constant
            && !global.device
            && !global.thread_local
            && let Some((elem, width)) = elements(program, global.ty)
        {
            found.insert(Target::Global(id), (Variable::Global(id), elem, width));
        }
    }
    for (id, function) in program.functions.iter_enumerated() {
        for (local, contents) in function.locals.iter_enumerated() {
            if let Some((elem, width)) = elements(program, contents.ty) {
                let variable = Variable::Local(local);
                found.insert(Target::Local(id, local), (variable, elem, width));
            }
        }
    }
    let recursive = recursive(program, points_to);
    found.retain(|target, _| match target {
        Target::Local(id, _) => !recursive.contains(id),
        Target::Global(_) | Target::Allocated(_, _, _) | Target::Function(_) => true,
    });
    let mut accesses = Accesses {
        program,
        points_to,
        arrays: &found,
        written: BTreeSet::new(),
        refused: BTreeSet::new(),
    };
    for (id, function) in program.functions.iter_enumerated() {
        for (block, contents) in function.blocks.iter_enumerated() {
            if !contents.terminator.effects().only(Effects::ENDS) {
                return None;
            }
            for (index, stmt) in contents.stmts.iter().enumerate() {
                let at = (id, block, index);
                accesses.look_at(function, at, &stmt.kind)?;
            }
        }
    }
    let Accesses {
        written, refused, ..
    } = accesses;
    found.retain(|target, _| written.contains(target) && !refused.contains(target));
    while found.len() > ARRAYS {
        found.pop_last();
    }
    Some(found)
}

/// The type and width of the elements of an array of integers.
fn elements(program: &Program, ty: TypeId) -> Option<(TypeId, u32)> {
    let Type::Array { elem, len } = program.types.get(ty) else {
        return None;
    };
    if let Type::Int(width) = program.types.get(*elem)
        && *len > 1
        && *width <= 64
        && width % 8 == 0
    {
        Some((*elem, *width))
    } else {
        None
    }
}

/// Functions that may be recursive.
fn recursive(program: &Program, points_to: &PointsTo) -> BTreeSet<FuncId> {
    let callees = cassay_effects::callees(program, points_to);
    let mut found = BTreeSet::new();
    for id in program.functions.ids() {
        let mut seen: BTreeSet<FuncId> = callees[id].clone();
        let mut pending: Vec<FuncId> = seen.iter().copied().collect();
        while let Some(next) = pending.pop() {
            for callee in &callees[next] {
                if seen.insert(*callee) {
                    pending.push(*callee);
                }
            }
        }
        if seen.contains(&id) {
            found.insert(id);
        }
    }
    found
}

/// The accesses of a program to arrays.
struct Accesses<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    arrays: &'a Followed,
    written: BTreeSet<Target>,
    /// Arrays with an access of a kind that is not tracked.
    refused: BTreeSet<Target>,
}

impl Accesses<'_> {
    /// Adds the accesses of a statement; `None` if it may write anywhere.
    fn look_at(
        &mut self,
        function: &Function,
        at: (FuncId, BlockId, usize),
        kind: &StmtKind,
    ) -> Option<()> {
        match kind {
            StmtKind::Load {
                dst,
                place,
                volatile,
                ..
            } => self.access(at, place, Some(function.temps[*dst].ty), *volatile, false),
            StmtKind::Store {
                place,
                value,
                volatile,
                ..
            } => self.access(at, place, value.ty(self.program, function), *volatile, true),
            StmtKind::MemCopy { .. } | StmtKind::MemSet { .. } | StmtKind::MemHavoc { .. } => {
                let targets = self.points_to.expression(at, 0);
                if targets.is_empty() {
                    return None;
                }
                self.refused.extend(targets);
                Some(())
            }
            StmtKind::Call { target, args, .. } => {
                for callee in cassay_effects::targets(self.points_to, at, target) {
                    if !self.program.functions[callee].has_body() {
                        for index in (1_u32..).take(args.len()) {
                            self.refused.extend(self.points_to.expression(at, index));
                        }
                    }
                }
                Some(())
            }
            other => {
                let unseen = Effects::THREADS.and(Effects::READS).and(Effects::WRITES);
                (!other.effects().any(unseen)).then_some(())
            }
        }
    }

    fn access(
        &mut self,
        at: (FuncId, BlockId, usize),
        place: &Place,
        ty: Option<TypeId>,
        volatile: bool,
        writes: bool,
    ) -> Option<()> {
        let targets = places(self.points_to, at, place);
        // An integer may be the address of anything.
        if targets.is_empty() && writes {
            return None;
        }
        for target in targets {
            let Some((_, _, width)) = self.arrays.get(&target) else {
                continue;
            };
            let fits = ty.is_some_and(|ty| *self.program.types.get(ty) == Type::Int(*width));
            let elsewhere = match target {
                Target::Local(owner, _) => owner != at.0,
                Target::Global(_) | Target::Allocated(_, _, _) | Target::Function(_) => false,
            };
            // A load of another kind only loses information; a store of another kind must be
            // tracked.
            if volatile || elsewhere || writes && !fits {
                self.refused.insert(target);
            }
            if writes {
                self.written.insert(target);
            }
        }
        Some(())
    }
}

/// The objects that an access may go to.
fn places(points_to: &PointsTo, at: (FuncId, BlockId, usize), place: &Place) -> BTreeSet<Target> {
    match place {
        Place::Variable(Variable::Global(id), _) => BTreeSet::from([Target::Global(*id)]),
        Place::Variable(Variable::Local(local), _) => BTreeSet::from([Target::Local(at.0, *local)]),
        Place::Deref(_, _) => points_to.expression(at, 0),
    }
}

/// A function that is being transformed.
struct Writer<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    arrays: &'a BTreeMap<Target, Array>,
    index: GlobalId,
    last: GlobalId,
    word: TypeId,
    address_ty: TypeId,
    id: FuncId,
    function: &'a mut Function,
}

impl Writer<'_> {
    fn rewrite(&mut self) {
        for block in self.program.functions[self.id].blocks.ids() {
            let old = self.program.functions[self.id].blocks[block].stmts.iter();
            let mut stmts = Vec::new();
            for (index, stmt) in old.enumerate() {
                self.statement((self.id, block, index), stmt, &mut stmts);
            }
            self.function.blocks[block].stmts = stmts;
        }
    }

    fn statement(&mut self, at: (FuncId, BlockId, usize), stmt: &Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        if let StmtKind::Load { dst, place, .. } = &stmt.kind {
            let ty = self.function.temps[*dst].ty;
            let arrays = self.reached(at, place, ty);
            let hits = self.before(&arrays, place, span, out);
            if let Some(array) = arrays.first() {
                self.remember(array, place, span, out);
            }
            out.push(stmt.clone());
            for (array, hit) in arrays.iter().zip(hits) {
                let held = self.load(array.ghost, array.elem, span, out);
                let same = Expr::compare(CompareOp::Eq, Expr::Temp(*dst), Expr::Temp(held));
                let cond = Expr::binary(BinaryOp::Or, Expr::Temp(hit).not(), same);
                out.push(Stmt {
                    kind: StmtKind::Assume(cond),
                    span,
                });
            }
        } else if let StmtKind::Store { place, value, .. } = &stmt.kind {
            if let Some(ty) = value.ty(self.program, &self.program.functions[self.id]) {
                let arrays = self.reached(at, place, ty);
                let hits = self.before(&arrays, place, span, out);
                for (array, hit) in arrays.iter().zip(hits) {
                    let held = self.load(array.ghost, array.elem, span, out);
                    let other = self.unless_partly(array, place, held, span, out);
                    let now = Expr::Select(
                        Box::new(Expr::Temp(hit)),
                        Box::new(value.clone()),
                        Box::new(other),
                    );
                    out.push(store(array.ghost, now, span));
                }
            }
            out.push(stmt.clone());
        } else if let StmtKind::Declare(local) = &stmt.kind {
            out.push(stmt.clone());
            if let Some(array) = self.arrays.get(&Target::Local(self.id, *local)) {
                self.any(array.ghost, array.elem, span, out);
            }
        } else if let StmtKind::Assert {
            claim,
            cond,
            property,
        } = &stmt.kind
        {
            let index = self.load(self.index, self.word, span, out);
            let last = self.load(self.last, self.word, span, out);
            let differ = |other: Expr| Expr::compare(CompareOp::Ne, Expr::Temp(last), other);
            let another = Expr::binary(
                BinaryOp::And,
                differ(Expr::Temp(index)),
                differ(Expr::int(32, NONE)),
            );
            let cond = Expr::binary(BinaryOp::Or, cond.clone(), another);
            let property = property.clone();
            out.push(Stmt {
                kind: StmtKind::Assert {
                    claim: *claim,
                    cond,
                    property,
                },
                span,
            });
        } else {
            out.push(stmt.clone());
        }
    }

    /// The arrays that an access of this type may go to.
    fn reached(&self, at: (FuncId, BlockId, usize), place: &Place, ty: TypeId) -> Vec<Array> {
        let targets = places(self.points_to, at, place);
        let arrays = targets.iter().filter_map(|target| self.arrays.get(target));
        let fits = |array: &&Array| *self.program.types.get(ty) == Type::Int(array.width);
        arrays.filter(fits).copied().collect()
    }

    /// For each array, whether an access goes to the tracked element; computed before the access.
    fn before(
        &mut self,
        arrays: &[Array],
        place: &Place,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Vec<TempId> {
        let mut hits = Vec::new();
        for array in arrays {
            let index = self.load(self.index, self.word, span, out);
            let offset = Expr::binary(
                BinaryOp::Mul,
                self.widened(Expr::Temp(index)),
                self.address(u64::from(array.width / 8)),
            );
            let element = Expr::PtrAdd(Box::new(Expr::AddrOf(array.variable)), Box::new(offset));
            let hit = self.function.new_temp(cassay_ir::TypeTable::BOOL);
            let value = Expr::compare(CompareOp::Eq, self.pointer(place), element);
            out.push(Stmt {
                kind: StmtKind::Assign { dst: hit, value },
                span,
            });
            hits.push(hit);
        }
        hits
    }

    /// The value of an element after a write to others: unchanged, unless the write crosses the
    /// boundary between elements. Then a part of it may have been written.
    fn unless_partly(
        &mut self,
        array: &Array,
        place: &Place,
        held: TempId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Expr {
        let size = u64::from(array.width / 8);
        let pointer = self.pointer(place);
        if self.is_multiple(&pointer, size, DEPTH) {
            return Expr::Temp(held);
        }
        let any = self.function.new_temp(array.elem);
        out.push(Stmt {
            kind: StmtKind::Havoc {
                dst: any,
                source: InputSource::Chosen(ELEMENT.into()),
                known: None,
            },
            span,
        });
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer));
        let across = Expr::binary(BinaryOp::URem, offset, self.address(size));
        let whole = Expr::compare(CompareOp::Eq, across, self.address(0));
        Expr::Select(
            Box::new(whole),
            Box::new(Expr::Temp(held)),
            Box::new(Expr::Temp(any)),
        )
    }

    /// Whether an offset, or the offset of a pointer in its object, is certainly a multiple of a
    /// power of two: wrapping around does not change that.
    fn is_multiple(&self, expr: &Expr, size: u64, depth: usize) -> bool {
        if size == 1 {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let is = |expr: &Expr| self.is_multiple(expr, size, depth);
        match expr {
            Expr::AddrOf(_) => true,
            Expr::Int(bits) => bits.to_u64().is_some_and(|value| value % size == 0),
            Expr::PtrAdd(a, b) | Expr::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                is(a) && is(b)
            }
            Expr::Binary(BinaryOp::Mul, a, b) => is(a) || is(b),
            Expr::Temp(temp) => match self.definition(*temp) {
                Some(value) => is(value),
                None => false,
            },
            _ => false,
        }
    }

    /// The value of a temporary, if only one statement defines it.
    fn definition(&self, temp: TempId) -> Option<&Expr> {
        let function = &self.program.functions[self.id];
        let mut found = None;
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                if stmt.kind.defines() == Some(temp) {
                    if let (StmtKind::Assign { value, .. }, None) = (&stmt.kind, found) {
                        found = Some(value)
                    } else {
                        return None;
                    }
                }
            }
            if block.terminator.defines() == Some(temp) {
                return None;
            }
        }
        found.filter(|_| !function.params.contains(&temp))
    }

    /// Records which element is loaded.
    fn remember(&mut self, array: &Array, place: &Place, span: Span, out: &mut Vec<Stmt>) {
        let offset = Expr::Extent(Extent::Offset, Box::new(self.pointer(place)));
        let size = self.address(u64::from(array.width / 8));
        let number = Expr::binary(BinaryOp::UDiv, offset, size);
        let number = if self.program.layout.pointer_bits > 32 {
            Expr::Cast(CastKind::Trunc, Box::new(number), self.word)
        } else {
            number
        };
        out.push(store(self.last, number, span));
    }

    fn pointer(&self, place: &Place) -> Expr {
        match place {
            Place::Variable(variable, offset) => Expr::PtrAdd(
                Box::new(Expr::AddrOf(*variable)),
                Box::new(self.address(*offset)),
            ),
            Place::Deref(pointer, _) => pointer.clone(),
        }
    }

    fn address(&self, value: u64) -> Expr {
        Expr::int(self.program.layout.pointer_bits, value)
    }

    fn widened(&self, word: Expr) -> Expr {
        if self.program.layout.pointer_bits > 32 {
            Expr::Cast(CastKind::ZExt, Box::new(word), self.address_ty)
        } else {
            word
        }
    }

    fn load(&mut self, ghost: GlobalId, ty: TypeId, span: Span, out: &mut Vec<Stmt>) -> TempId {
        let dst = self.function.new_temp(ty);
        let kind = StmtKind::Load {
            dst,
            place: Place::Variable(Variable::Global(ghost), 0),
            volatile: false,
            moves: false,
            order: None,
        };
        out.push(Stmt { kind, span });
        dst
    }

    /// Gives a ghost variable an arbitrary value.
    fn any(&mut self, ghost: GlobalId, ty: TypeId, span: Span, out: &mut Vec<Stmt>) {
        let dst = self.function.new_temp(ty);
        let kind = StmtKind::Havoc {
            dst,
            source: InputSource::Chosen(ELEMENT.into()),
            known: None,
        };
        out.push(Stmt { kind, span });
        out.push(store(ghost, Expr::Temp(dst), span));
    }

    /// Initialises the ghost variables at the start of the execution.
    fn start(&mut self) {
        let span = Span::NONE;
        let mut first = Vec::new();
        let none = Expr::int(32, NONE);
        first.push(store(self.last, none, span));
        let chosen = self.function.new_temp(self.word);
        first.push(Stmt {
            kind: StmtKind::Havoc {
                dst: chosen,
                source: InputSource::Chosen(INDEX.into()),
                known: None,
            },
            span,
        });
        first.push(store(self.index, Expr::Temp(chosen), span));
        for (target, array) in self.arrays {
            // Contents that are not zero-initialised are arbitrary here: the ghost variable is
            // assumed to be equal to the element.
            let zeros = match target {
                Target::Global(id) => match &self.program.globals[*id].init {
                    Initializer::Parts(parts) => parts.is_empty(),
                    Initializer::External => false,
                },
                Target::Local(_, _) | Target::Allocated(_, _, _) | Target::Function(_) => false,
            };
            if !zeros {
                self.any(array.ghost, array.elem, span, &mut first);
            }
        }
        let stmts = &mut self.function.blocks[Function::ENTRY].stmts;
        stmts.splice(0..0, first);
    }
}

fn store(ghost: GlobalId, value: Expr, span: Span) -> Stmt {
    Stmt {
        kind: StmtKind::Store {
            place: Place::Variable(Variable::Global(ghost), 0),
            value,
            volatile: false,
            order: None,
        },
        span,
    }
}
