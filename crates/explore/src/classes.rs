//! Which values of an input make a difference.
//!
//! An input that is only ever compared with constants behaves the same for all values between two of
//! them: one value of each class is enough. The flow of the input is followed through temporaries, local
//! variables that are accessed directly, arguments and results of functions that are called by name, and
//! extensions to wider integers. Any other use makes every value count.
//!
//! Why the representatives suffice: let `x` have `w` bits. Each of `x = c`, `x < c`, `x <= c`, signed or
//! not, and also behind zero or sign extensions, changes its truth, as `x` grows from 0 to `2^w - 1`, only
//! at 0, at `2^(w-1)`, at `c` and at `c + 1` (cut to `w` bits). Between two such places all comparisons
//! have the same results, so that the place where an interval begins stands for all of it. Everything
//! that an execution does with the input follows from these results.

use cassay_ir::{
    Accessed, BlockId, CallTarget, CastKind, CompareOp, Constant, Expr, FuncId, Function,
    Initializer, LocalId, Program, Size, StmtKind, TempId, Terminator, Type, Variable,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The statement that asks for an input.
pub(crate) type At = (FuncId, BlockId, usize);

/// Inputs with more classes take all values, or are restricted.
const MOST: usize = 64;

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Keeper {
    Temp(FuncId, TempId),
    Local(FuncId, LocalId),
    Result(FuncId),
}

/// What happens to the value of a keeper.
#[derive(Clone, Debug, Default)]
struct Uses {
    /// Keepers that get the value, possibly extended.
    flows: Vec<Keeper>,
    /// The constants that it is compared with, and whether for more than equality.
    compared: Vec<(u64, bool)>,
    /// Whether there are other uses.
    otherwise: bool,
}

/// The values to try for each input of which few make a difference.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes(BTreeMap<At, Vec<u64>>);

impl Classes {
    /// Follows all inputs of a program.
    pub(crate) fn new(program: &Program) -> Self {
        let mut flow = Flow {
            program,
            uses: HashMap::new(),
        };
        for (id, function) in program.functions.iter_enumerated() {
            flow.function(id, function);
        }
        flow.initializers();
        let mut classes = Classes::default();
        for (id, function) in program.functions.iter_enumerated() {
            for (block, body) in function.blocks.iter_enumerated() {
                for (index, stmt) in body.stmts.iter().enumerate() {
                    if let StmtKind::Havoc { dst, .. } = &stmt.kind
                        && let Some(values) = flow.values(id, function, *dst)
                    {
                        classes.0.insert((id, block, index), values);
                    }
                }
            }
        }
        classes
    }

    /// The values that stand for all of an input.
    pub(crate) fn of(&self, at: At) -> Option<&[u64]> {
        self.0.get(&at).map(Vec::as_slice)
    }
}

struct Flow<'p> {
    program: &'p Program,
    uses: HashMap<Keeper, Uses>,
}

impl<'p> Flow<'p> {
    /// The values of an input that stand for all, if there are few.
    fn values(&self, id: FuncId, function: &Function, dst: TempId) -> Option<Vec<u64>> {
        let ty = function.temps.get(dst)?.ty;
        let Type::Int(width @ 1..=64) = *self.program.types.get(ty) else {
            return None;
        };
        let mut compared = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![Keeper::Temp(id, dst)];
        while let Some(keeper) = pending.pop() {
            if !seen.insert(keeper) {
                continue;
            }
            let Some(uses) = self.uses.get(&keeper) else {
                continue;
            };
            if uses.otherwise {
                return None;
            }
            compared.extend(uses.compared.iter().copied());
            pending.extend(uses.flows.iter().copied());
        }
        let values = representatives(width, &compared);
        (values.len() <= MOST).then(|| values.into_iter().collect())
    }

    /// Functions whose addresses variables hold are called by pointers.
    fn initializers(&mut self) {
        for global in self.program.globals.iter() {
            let Initializer::Parts(parts) = &global.init else {
                continue;
            };
            for (_, part) in parts {
                if let Constant::FuncAddr(taken) = part {
                    self.of(Keeper::Result(*taken)).otherwise = true;
                }
            }
        }
    }

    fn of(&mut self, keeper: Keeper) -> &mut Uses {
        self.uses.entry(keeper).or_default()
    }

    fn function(&mut self, id: FuncId, function: &'p Function) {
        for local in function.locals.ids() {
            if !is_direct(function, local) {
                self.of(Keeper::Local(id, local)).otherwise = true;
            }
        }
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                self.statement(id, function, &stmt.kind);
            }
            self.terminator(id, &block.terminator);
        }
        for expr in function.parts() {
            // Whoever calls it by a pointer gets the result as well.
            if let Expr::FuncAddr(taken) = expr {
                self.of(Keeper::Result(*taken)).otherwise = true;
            }
        }
    }

    fn statement(&mut self, id: FuncId, function: &'p Function, kind: &'p StmtKind) {
        match kind {
            StmtKind::Assign { dst, value } => self.expr(id, value, Some(Keeper::Temp(id, *dst))),
            StmtKind::Load { dst, .. } => {
                if let Some(local) = self.whole(function, kind) {
                    self.of(Keeper::Local(id, local))
                        .flows
                        .push(Keeper::Temp(id, *dst));
                } else {
                    kind.accesses(|access| {
                        if let Accessed::Variable(Variable::Local(local), _) = access.to {
                            self.of(Keeper::Local(id, local)).otherwise = true;
                        }
                    });
                    kind.expressions(|expr| self.expr(id, expr, None));
                }
            }
            StmtKind::Store { value, .. } => match self.whole(function, kind) {
                Some(local) => self.expr(id, value, Some(Keeper::Local(id, local))),
                None => kind.expressions(|expr| self.expr(id, expr, None)),
            },
            StmtKind::Call { dst, target, args } => self.call(id, *dst, target, args),
            StmtKind::Spawn { target, .. } => {
                if let CallTarget::Direct(callee) = target {
                    self.of(Keeper::Result(*callee)).otherwise = true;
                }
                kind.expressions(|expr| self.expr(id, expr, None));
            }
            StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Hold { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Seal(_)
            | StmtKind::Alloc { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => kind.expressions(|expr| self.expr(id, expr, None)),
        }
    }

    fn terminator(&mut self, id: FuncId, terminator: &'p Terminator) {
        match terminator {
            Terminator::Return(Some(value)) => self.expr(id, value, Some(Keeper::Result(id))),
            Terminator::Switch { value, cases, .. } => {
                let Some(temp) = extended(value).as_temp() else {
                    return self.expr(id, value, None);
                };
                let uses = self.of(Keeper::Temp(id, temp));
                for (case, _) in cases {
                    match case.to_u64() {
                        Some(constant) => uses.compared.push((constant, false)),
                        None => uses.otherwise = true,
                    }
                }
            }
            Terminator::Invoke {
                dst, target, args, ..
            } => self.call(id, *dst, target, args),
            Terminator::Return(None)
            | Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Unwind(_)
            | Terminator::Unreachable => {
                terminator.expressions(|expr| self.expr(id, expr, None));
            }
        }
    }

    fn call(&mut self, id: FuncId, dst: Option<TempId>, target: &'p CallTarget, args: &'p [Expr]) {
        let callee = match target {
            CallTarget::Direct(callee) => Some(*callee),
            CallTarget::Indirect(pointer) => {
                self.expr(id, pointer, None);
                None
            }
        };
        let body = callee.and_then(|callee| self.program.functions.get(callee));
        for (index, arg) in args.iter().enumerate() {
            let param = body.filter(|body| body.has_body() && !body.variadic);
            let param = param.and_then(|body| body.params.get(index));
            let keeper = callee
                .zip(param)
                .map(|(callee, param)| Keeper::Temp(callee, *param));
            self.expr(id, arg, keeper);
        }
        if let (Some(callee), Some(dst)) = (callee, dst) {
            self.of(Keeper::Result(callee))
                .flows
                .push(Keeper::Temp(id, dst));
        }
    }

    /// An expression whose value goes to a keeper, or is used otherwise.
    fn expr(&mut self, id: FuncId, expr: &'p Expr, to: Option<Keeper>) {
        let mut pending = vec![(expr, to)];
        while let Some((expr, to)) = pending.pop() {
            if let Expr::Temp(temp) = extended(expr) {
                let uses = self.of(Keeper::Temp(id, *temp));
                match to {
                    Some(keeper) => uses.flows.push(keeper),
                    None => uses.otherwise = true,
                }
            } else if let Some((temp, constant, ordered)) = comparison(expr) {
                let uses = self.of(Keeper::Temp(id, temp));
                uses.compared.push((constant, ordered));
            } else {
                expr.operands(|operand| pending.push((operand, None)));
            }
        }
    }

    /// The local variable that a load or store accesses as a whole.
    fn whole(&self, function: &Function, kind: &StmtKind) -> Option<LocalId> {
        let mut whole = None;
        kind.accesses(|access| {
            let Accessed::Variable(Variable::Local(local), 0) = access.to else {
                return;
            };
            let ty = match access.size {
                Size::OfTemp(temp) => function.temps.get(temp).map(|temp| temp.ty),
                Size::OfValue(value) => value.ty(self.program, function),
                Size::Bytes(_) | Size::Object => None,
            };
            let variable = function.locals.get(local);
            if variable.is_some_and(|variable| Some(variable.ty) == ty) {
                whole = Some(local);
            }
        });
        whole
    }
}

/// Values of so many bits of which every other one behaves like one, in all these comparisons.
fn representatives(width: u32, compared: &BTreeSet<(u64, bool)>) -> BTreeSet<u64> {
    let mask = u64::MAX >> (64 - width);
    let mut values: BTreeSet<u64> = compared.iter().map(|(c, _)| c & mask).collect();
    if compared.iter().any(|(_, ordered)| *ordered) {
        let next: Vec<u64> = values.iter().map(|c| c.wrapping_add(1) & mask).collect();
        values.extend(next);
        values.extend([0, 1 << (width - 1)]);
        return values;
    }
    // All values that are equal to none of the constants behave the same.
    let other = (0..=mask).find(|value| !values.contains(value));
    values.extend(other);
    values
}

/// Whether a local variable is only accessed by loads and stores that name it.
fn is_direct(function: &Function, local: LocalId) -> bool {
    let Some(variable) = function.locals.get(local) else {
        return false;
    };
    let named = |expr: &Expr| *expr == Expr::AddrOf(Variable::Local(local));
    !variable.address_taken && !variable.arguments && !function.parts().any(named)
}

/// An expression without extensions to wider integers around it.
fn extended(expr: &Expr) -> &Expr {
    let mut inner = expr;
    while let Expr::Cast(CastKind::ZExt | CastKind::SExt, operand, _) = inner {
        inner = operand;
    }
    inner
}

/// A comparison of a temporary with a constant, and whether it is more than one for equality.
fn comparison(expr: &Expr) -> Option<(TempId, u64, bool)> {
    let Expr::Compare(op, a, b) = expr else {
        return None;
    };
    let ordered = match op {
        CompareOp::Eq | CompareOp::Ne => false,
        CompareOp::ULt | CompareOp::ULe | CompareOp::SLt | CompareOp::SLe => true,
    };
    let temp = extended(a).as_temp().or_else(|| extended(b).as_temp())?;
    let constant = a.as_int().or_else(|| b.as_int())?;
    Some((temp, constant.to_u64()?, ordered))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_bv::Bv;

    /// Every value of four bits has a representative that no comparison, direct or behind an extension to
    /// six bits, tells from it.
    #[test]
    fn every_value_behaves_like_a_representative() {
        let ops = [
            CompareOp::Eq,
            CompareOp::Ne,
            CompareOp::ULt,
            CompareOp::ULe,
            CompareOp::SLt,
            CompareOp::SLe,
        ];
        for first in 0..64_u64 {
            for (index, op) in ops.into_iter().enumerate() {
                let second = first.wrapping_mul(11) & 63;
                let constants = [(first, ops[(index + 1) % 6]), (second, op)];
                let equality = |op| matches!(op, CompareOp::Eq | CompareOp::Ne);
                let compared = constants.map(|(c, op)| (c, !equality(op)));
                let values = representatives(4, &compared.into_iter().collect());
                let results = |value: u64| {
                    let bits = Bv::from_u64(4, value);
                    let wide = [bits.zext(6), bits.sext(6)];
                    let mut results = Vec::new();
                    for (constant, op) in constants {
                        let (wide_constant, narrow) =
                            (Bv::from_u64(6, constant), Bv::from_u64(4, constant & 15));
                        for value in &wide {
                            results.push(op.apply(value, &wide_constant));
                            results.push(op.apply(&wide_constant, value));
                        }
                        results.push(op.apply(&bits, &narrow));
                        results.push(op.apply(&narrow, &bits));
                    }
                    results
                };
                for value in 0..16 {
                    let like = values.iter().any(|other| results(*other) == results(value));
                    assert!(like, "{value} {constants:?} {values:?}");
                }
            }
        }
    }
}
