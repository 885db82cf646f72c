//! Rewriting a function: every statement with its expressions, and what they need before them.

use crate::Wanted;
use crate::build::Build;
use crate::types::TypeMap;
use cassay_base::{IndexVec, Span};
use cassay_ir::{
    Block, BlockId, CastKind, CompareOp, Expr, FixedFormats, FloatKind, FuncId, Function,
    InputSource, Place, Program, StmtKind, Temp, TempId, Terminator, Type, TypeId, Variable,
};
use std::collections::BTreeSet;

/// What is refused where a program takes the bits of a number.
const BITS: &str = "the bits of a floating-point number, which is a fixed-point one";

/// Rewrites the body of a function.
pub(crate) fn function(
    program: &mut Program,
    map: &TypeMap,
    formats: &FixedFormats,
    wanted: Wanted,
    id: FuncId,
) {
    let old = program.functions[id].clone();
    let (blocks, temps) = body(program, map, formats, wanted, &old);
    let function = &mut program.functions[id];
    function.blocks = blocks;
    function.temps = temps;
}

fn body(
    program: &mut Program,
    map: &TypeMap,
    formats: &FixedFormats,
    wanted: Wanted,
    old: &Function,
) -> (IndexVec<BlockId, Block>, IndexVec<TempId, Temp>) {
    let signs = read_for_sign(old);
    let mut build = start(program, map, formats, wanted, old);
    let mut blocks = IndexVec::new();
    for block in old.blocks.iter() {
        for stmt in &block.stmts {
            build.span = stmt.span;
            build.statement(&stmt.kind, &signs);
        }
        build.span = block.span;
        let terminator = build.terminator(&block.terminator);
        blocks.push(Block {
            stmts: std::mem::take(&mut build.out),
            terminator,
            span: block.span,
        });
    }
    (blocks, build.temps)
}

/// A function with the temporaries of an old one and no statements.
pub(crate) fn start<'a>(
    program: &'a mut Program,
    map: &'a TypeMap,
    formats: &'a FixedFormats,
    wanted: Wanted,
    old: &'a Function,
) -> Build<'a> {
    let mut temps = IndexVec::new();
    for temp in old.temps.iter() {
        temps.push(Temp {
            ty: map.get(temp.ty),
        });
    }
    Build {
        program,
        old,
        map,
        formats,
        wanted,
        temps,
        out: Vec::new(),
        span: Span::NONE,
    }
}

/// Temporaries that are only asked whether they are negative: the highest bit is the sign of
/// fixed-point numbers too.
fn read_for_sign(function: &Function) -> BTreeSet<TempId> {
    let mut asked = BTreeSet::new();
    let mut other = BTreeSet::new();
    for block in function.blocks.iter() {
        let mut exprs = Vec::new();
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| exprs.push(expr));
        }
        block.terminator.expressions(|expr| exprs.push(expr));
        while let Some(expr) = exprs.pop() {
            if let Expr::Compare(CompareOp::SLt, a, b) = expr
                && let (Expr::Temp(temp), Expr::Int(zero)) = (&**a, &**b)
                && zero.is_zero()
            {
                asked.insert(*temp);
                continue;
            }
            if let Expr::Temp(temp) = expr {
                other.insert(*temp);
            }
            expr.operands(|operand| exprs.push(operand));
        }
    }
    asked.difference(&other).copied().collect()
}

impl Build<'_> {
    fn statement(&mut self, kind: &StmtKind, signs: &BTreeSet<TempId>) {
        self.refuse_access_to_bits(kind);
        if let StmtKind::Havoc {
            dst,
            source,
            known: None,
        } = kind
        {
            return self.havoc(*dst, source);
        }
        let mut new = kind.clone();
        if let StmtKind::Assign { dst, value } = &mut new {
            *value = self.assigned(*dst, value, signs);
        } else {
            new.expressions_mut(|expr| *expr = self.value(expr));
        }
        self.push(new);
    }

    /// A variable that is a floating-point number, or an array of them, accessed as something else.
    /// Structures are left out, because they are passed and returned in pieces of other types.
    fn refuse_access_to_bits(&mut self, kind: &StmtKind) {
        let types = &self.program.types;
        let (place, ty) = if let StmtKind::Load { dst, place, .. } = kind {
            (place, self.old.temps.get(*dst).map(|temp| temp.ty))
        } else if let StmtKind::Store { place, value, .. } = kind {
            (place, value.ty(self.program, self.old))
        } else {
            return;
        };
        let variable = match place {
            Place::Variable(Variable::Local(id), _) => {
                self.old.locals.get(*id).map(|local| local.ty)
            }
            Place::Variable(Variable::Global(id), _) => {
                self.program.globals.get(*id).map(|global| global.ty)
            }
            Place::Deref(_, _) => None,
        };
        let (Some(mut of), Some(ty)) = (variable, ty) else {
            return;
        };
        while let Some(Type::Array { elem, .. }) = types.lookup(of) {
            of = *elem;
        }
        let is_number = matches!(types.lookup(of), Some(Type::Float(_)));
        if is_number && matches!(types.lookup(ty), Some(Type::Int(_))) {
            self.unsupported(BITS);
        }
    }

    /// An input keeps the floating-point type, by which it is told to people.
    fn havoc(&mut self, dst: TempId, source: &InputSource) {
        let old = self.old.temps.get(dst).map(|temp| temp.ty);
        let float = old.filter(|ty| matches!(self.program.types.lookup(*ty), Some(Type::Float(_))));
        let (input, cast) = match float {
            Some(ty) if self.map.get(ty) != ty => {
                let input = self.temps.push(Temp { ty });
                let to = self.map.get(ty);
                (
                    input,
                    Some(Expr::cast(CastKind::Bitcast, Expr::Temp(input), to)),
                )
            }
            Some(_) | None => (dst, None),
        };
        self.push(StmtKind::Havoc {
            dst: input,
            source: source.clone(),
            known: None,
        });
        if let Some(value) = cast {
            self.push(StmtKind::Assign { dst, value });
        }
    }

    fn terminator(&mut self, terminator: &Terminator) -> Terminator {
        let mut new = terminator.clone();
        new.expressions_mut(|expr| *expr = self.value(expr));
        new
    }

    fn values(&mut self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    fn boxed(&mut self, expr: &Expr) -> Box<Expr> {
        Box::new(self.value(expr))
    }

    /// What a temporary is set to. The bits of a number may be taken to ask for its sign.
    fn assigned(&mut self, dst: TempId, value: &Expr, signs: &BTreeSet<TempId>) -> Expr {
        if let Expr::Cast(CastKind::Bitcast, number, _) = value
            && let Some(kind) = self.kind_of(number)
            && signs.contains(&dst)
        {
            let number = self.number(kind, number);
            let width = self.formats.get(kind).width();
            return self.resize(number, width, kind.bits(), true);
        }
        self.value(value)
    }

    /// The integer that stands for a number of a format, as something that can be used several
    /// times.
    pub(crate) fn number(&mut self, kind: FloatKind, expr: &Expr) -> Expr {
        if let Expr::Float(own, bits) = expr {
            return Expr::Int(self.constant(*own, bits));
        }
        let stored = self.value(expr);
        self.fetch(kind, stored)
    }

    /// An expression with all floating-point operations replaced.
    fn value(&mut self, expr: &Expr) -> Expr {
        match expr {
            Expr::Int(_)
            | Expr::Null
            | Expr::Temp(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Heap(_)
            | Expr::Progress => expr.clone(),
            Expr::Float(kind, bits) => {
                let number = self.constant(*kind, bits);
                self.store(*kind, Expr::Int(number))
            }
            Expr::Undef(ty) => Expr::Undef(self.map.get(*ty)),
            Expr::Unary(op, a) => Expr::Unary(*op, self.boxed(a)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, self.boxed(a), self.boxed(b)),
            Expr::Compare(op, a, b) => Expr::Compare(*op, self.boxed(a), self.boxed(b)),
            Expr::Overflow(op, a, b) => Expr::Overflow(*op, self.boxed(a), self.boxed(b)),
            Expr::Cast(kind, a, ty) => self.cast(*kind, a, *ty),
            Expr::Select(cond, a, b) => {
                Expr::Select(self.boxed(cond), self.boxed(a), self.boxed(b))
            }
            Expr::PtrAdd(pointer, offset) => Expr::PtrAdd(self.boxed(pointer), self.boxed(offset)),
            Expr::Aggregate(ty, items) => Expr::Aggregate(self.map.get(*ty), self.values(items)),
            Expr::Component(a, index) => Expr::Component(self.boxed(a), *index),
            Expr::WithComponent(a, index, item) => {
                Expr::WithComponent(self.boxed(a), *index, self.boxed(item))
            }
            Expr::FloatNeg(a) => {
                let Some(kind) = self.kind_of(a) else {
                    return self.ill_typed(expr);
                };
                let a = self.number(kind, a);
                let format = self.formats.get(kind);
                let result = self.negative(format, &a);
                self.store(kind, result)
            }
            Expr::FloatArith(op, mode, operands) => {
                let Some(kind) = operands.first().and_then(|first| self.kind_of(first)) else {
                    return self.ill_typed(expr);
                };
                let operands: Vec<Expr> = operands
                    .iter()
                    .map(|operand| self.number(kind, operand))
                    .collect();
                let format = self.formats.get(kind);
                let result = self.arith(*op, *mode, format, &operands);
                self.store(kind, result)
            }
            Expr::FloatCompare(op, a, b) => match self.kind_of(a) {
                Some(kind) => self.compare(*op, kind, a, b),
                None => self.ill_typed(expr),
            },
            Expr::Extent(what, pointer) => Expr::Extent(*what, self.boxed(pointer)),
            Expr::Memory(what, pointer, size) => {
                Expr::Memory(*what, self.boxed(pointer), self.boxed(size))
            }
            Expr::Initialised(pointer, mask) => {
                Expr::Initialised(self.boxed(pointer), mask.clone())
            }
        }
    }

    /// The verifier refuses such programs; an execution that gets here stays unknown.
    fn ill_typed(&mut self, expr: &Expr) -> Expr {
        self.unsupported("a floating-point operation on something else");
        match expr.ty(self.program, self.old) {
            Some(ty) => Expr::Undef(self.map.get(ty)),
            None => Expr::bool(false),
        }
    }

    fn cast(&mut self, kind: CastKind, a: &Expr, ty: TypeId) -> Expr {
        match kind {
            CastKind::Trunc
            | CastKind::ZExt
            | CastKind::SExt
            | CastKind::PtrToInt
            | CastKind::IntToPtr => Expr::Cast(kind, self.boxed(a), self.map.get(ty)),
            CastKind::Bitcast => self.bitcast(a, ty),
            CastKind::FloatToFloat(_) => {
                let (Some(from), Some(to)) = (self.kind_of(a), self.float_type(ty)) else {
                    return self.ill_typed_cast(ty);
                };
                let number = self.number(from, a);
                let formats = (self.formats.get(from), self.formats.get(to));
                let number = self.reformat(formats.0, formats.1, number);
                self.store(to, number)
            }
            CastKind::FloatToSInt | CastKind::FloatToUInt => {
                let (Some(from), Some(width)) = (self.kind_of(a), self.int_width(ty)) else {
                    return self.ill_typed_cast(ty);
                };
                let number = self.number(from, a);
                let format = self.formats.get(from);
                self.number_to_integer(format, number, width)
            }
            CastKind::SIntToFloat(_) | CastKind::UIntToFloat(_) => {
                let signed = matches!(kind, CastKind::SIntToFloat(_));
                let from = a.ty(self.program, self.old);
                let from = from.and_then(|from| self.int_width(from));
                let (Some(width), Some(to)) = (from, self.float_type(ty)) else {
                    return self.ill_typed_cast(ty);
                };
                let value = self.value(a);
                let format = self.formats.get(to);
                let number = self.integer_to_number(format, value, width, signed);
                self.store(to, number)
            }
        }
    }

    fn ill_typed_cast(&mut self, ty: TypeId) -> Expr {
        self.unsupported("a floating-point conversion of something else");
        Expr::Undef(self.map.get(ty))
    }

    /// Bits that a program takes as they are: those of floating-point numbers are not what it
    /// expects.
    fn bitcast(&mut self, a: &Expr, ty: TypeId) -> Expr {
        let from = a.ty(self.program, self.old);
        let float = self.map.is_float(ty) || from.is_some_and(|from| self.map.is_float(from));
        let value = self.value(a);
        if from == Some(ty) {
            return value;
        }
        if float {
            self.unsupported(BITS);
        }
        let to = self.map.get(ty);
        if from.map(|from| self.map.get(from)) == Some(to) {
            value
        } else {
            Expr::cast(CastKind::Bitcast, value, to)
        }
    }

    fn float_type(&self, ty: TypeId) -> Option<FloatKind> {
        match self.program.types.lookup(ty)? {
            Type::Float(kind) => Some(*kind),
            Type::Void
            | Type::Int(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => None,
        }
    }

    fn int_width(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.lookup(ty)? {
            Type::Int(width) => Some(*width),
            Type::Void
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => None,
        }
    }
}
