//! Whether a statement is certainly defined and supported, for every state in a set.
//!
//! A claim that holds says nothing about undefined behaviour before it (decision record 10): a
//! program is safe only if every access in it is valid, too. Only simple cases are accepted here:
//! accesses to live variables inside their bounds, calls of known functions with the right
//! arguments. For everything else the answer is no.

use crate::eval::Context;
use crate::state::State;
use cassay_ir::{
    CallTarget, CastKind, Effects, Expr, Place, StmtKind, TempId, Terminator, Type, TypeId,
    Variable,
};

/// What is defined and supported whatever the state is.
const DEFINED: Effects = Effects::BLOCKS
    .and(Effects::CLAIMS)
    .and(Effects::ENDS)
    .and(Effects::CHOOSES)
    .and(Effects::SCOPES)
    .and(Effects::ORDERS);

impl<'p> Context<'_, 'p> {
    /// Whether a statement does nothing undefined, and nothing that is not supported.
    pub fn is_defined(&self, state: &State<'p>, kind: &StmtKind) -> bool {
        let mut plain = true;
        kind.expressions(|expr| plain &= self.is_plain(expr));
        if !plain {
            return false;
        }
        if let StmtKind::Load { dst, place, .. } = kind {
            let ty = self.function.temps.get(*dst).map(|temp| temp.ty);
            return ty.is_some_and(|ty| self.may_access(state, place, ty, false));
        }
        if let StmtKind::Store { place, value, .. } = kind {
            let ty = value.ty(self.program(), self.function);
            return ty.is_some_and(|ty| self.may_access(state, place, ty, true));
        }
        match kind.call() {
            Some(call) => self.may_call(call.dst, call.target, call.args),
            None => kind.effects().only(DEFINED),
        }
    }

    /// The same for the end of a block.
    pub fn ends_defined(&self, terminator: &Terminator) -> bool {
        let mut plain = true;
        terminator.expressions(|expr| plain &= self.is_plain(expr));
        match terminator {
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Unreachable => plain,
            Terminator::IndirectGoto { .. } | Terminator::Invoke { .. } | Terminator::Unwind(_) => {
                false
            }
        }
    }

    /// Whether an expression asks nothing of memory or of the order of objects that may be dead.
    fn is_plain(&self, expr: &Expr) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            let plain = match expr {
                Expr::Compare(_, a, _) => {
                    let ty = a.ty(self.program(), self.function);
                    let ty = ty.and_then(|ty| self.program().types.lookup(ty));
                    matches!(ty, Some(Type::Int(_)))
                }
                Expr::Cast(kind, _, _) => match kind {
                    CastKind::PtrToInt
                    | CastKind::IntToPtr
                    | CastKind::Bitcast
                    | CastKind::FloatToSInt
                    | CastKind::FloatToUInt => false,
                    CastKind::Trunc
                    | CastKind::ZExt
                    | CastKind::SExt
                    | CastKind::FloatToFloat(_)
                    | CastKind::SIntToFloat(_)
                    | CastKind::UIntToFloat(_) => true,
                },
                Expr::Int(_)
                | Expr::Float(_, _)
                | Expr::Null
                | Expr::Undef(_)
                | Expr::Temp(_)
                | Expr::AddrOf(_)
                | Expr::FuncAddr(_)
                | Expr::Unary(_, _)
                | Expr::Binary(_, _, _)
                | Expr::Overflow(_, _, _)
                | Expr::Select(_, _, _)
                | Expr::PtrAdd(_, _)
                | Expr::FloatNeg(_)
                | Expr::FloatArith(_, _, _)
                | Expr::FloatCompare(_, _, _)
                | Expr::Memory(_, _, _)
                | Expr::Heap(_)
                | Expr::Progress => true,
                Expr::Aggregate(_, _)
                | Expr::Component(_, _)
                | Expr::WithComponent(_, _, _)
                | Expr::Extent(_, _)
                | Expr::Initialised(_, _) => false,
            };
            if !plain {
                return false;
            }
            expr.operands(|operand| pending.push(operand));
        }
        true
    }

    /// Whether an access stays inside a variable that is alive, and may be made.
    fn may_access(&self, state: &State<'p>, place: &Place, ty: TypeId, write: bool) -> bool {
        let types = &self.program().types;
        match types.lookup(ty) {
            Some(Type::Int(_) | Type::Float(_) | Type::Ptr) => {}
            Some(Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. })
            | None => return false,
        }
        let (variable, (lo, hi)) = match place {
            Place::Variable(variable, offset) => {
                let offset = i128::from(*offset);
                (*variable, (offset, offset))
            }
            Place::Deref(pointer, _) => match self.pointer(state, pointer) {
                Some(pointer) => (pointer.variable, pointer.offset.range.signed()),
                None => return false,
            },
        };
        let (alive, whole) = match variable {
            Variable::Local(id) => {
                let ty = self.function.locals.get(id).map(|local| local.ty);
                (state.is_alive(id), ty)
            }
            Variable::Global(id) => {
                let global = self.program().globals.get(id);
                let usable = |g: &&cassay_ir::Global| !(g.device || write && g.constant);
                (global.filter(usable).is_some(), global.map(|g| g.ty))
            }
        };
        let size = i128::from(types.store_size(ty));
        let inside = |whole: TypeId| lo >= 0 && hi + size <= i128::from(types.alloc_size(whole));
        alive && whole.is_some_and(inside)
    }

    /// Whether a call enters a function with a body, with what it takes.
    fn may_call(&self, dst: Option<TempId>, target: &CallTarget, args: &[Expr]) -> bool {
        let CallTarget::Direct(callee) = target else {
            return false;
        };
        let Some(callee) = self.program().functions.get(*callee) else {
            return false;
        };
        let takes = |(param, arg): (&TempId, &Expr)| {
            let ty = callee.temps.get(*param).map(|temp| temp.ty);
            ty.is_some() && ty == arg.ty(self.program(), self.function)
        };
        let gives = dst.is_none_or(|dst| {
            let ty = self.function.temps.get(dst).map(|temp| temp.ty);
            ty == Some(callee.ret)
        });
        callee.has_body()
            && !callee.variadic
            && args.len() == callee.params.len()
            && callee.params.iter().zip(args).all(takes)
            && gives
    }
}
