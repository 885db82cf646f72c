//! Expressions of the IR as the source writes them, as far as names and types tell: `a->next`, `p[i]`, `x + 1`.
//!
//! It gives nothing rather than a guess: a temporary that is not set in one place, or an offset that no member
//! has, has no name.

use crate::place::{ctype_bits, path_to};
use crate::step::path_text;
use cassay_ir::{
    BinaryOp, CType, CTypeId, CTypeTable, CallTarget, CastKind, CompareOp, Expr, Function, Place,
    Program, StmtKind, TempId, Terminator, Type, UnaryOp, Variable,
};

/// So deep expressions are named.
const DEPTH: u32 = 12;

/// An expression of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// How it is written.
    pub(crate) text: String,
    /// Its type, where that is known.
    pub(crate) ctype: CTypeId,
    /// Whether it needs parentheses inside another one.
    compound: bool,
}

impl Named {
    fn new(text: impl Into<String>, ctype: CTypeId) -> Self {
        Named {
            text: text.into(),
            ctype,
            compound: false,
        }
    }

    fn compound(text: String) -> Self {
        Named {
            text,
            ctype: CTypeTable::UNKNOWN,
            compound: true,
        }
    }

    /// The text as an operand.
    fn inner(&self) -> String {
        match self.compound {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }
}

/// What a pointer leads to.
struct Target {
    /// The pointer, if it is not the address of a variable; else the variable.
    text: String,
    through_pointer: bool,
    ctype: CTypeId,
}

impl Target {
    fn named(&self) -> Named {
        let text = match self.through_pointer {
            true => format!("*{}", self.text),
            false => self.text.clone(),
        };
        Named {
            compound: self.through_pointer,
            ..Named::new(text, self.ctype)
        }
    }
}

/// Names the expressions of a function.
#[derive(Clone, Copy)]
pub(crate) struct SourceNames<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
}

impl<'p> SourceNames<'p> {
    /// What sets a temporary, if that is a statement.
    pub(crate) fn definition(&self, temp: TempId) -> Option<&'p StmtKind> {
        let blocks = self.function.blocks.iter();
        let mut statements = blocks.flat_map(|block| block.stmts.iter().map(|stmt| &stmt.kind));
        statements.find(|kind| kind.defines() == Some(temp))
    }

    /// An expression as the source writes it.
    pub(crate) fn expression(&self, expr: &'p Expr) -> Option<Named> {
        self.name(expr, 0)
    }

    /// What a pointer leads to, as the source writes it.
    pub(crate) fn pointee(&self, pointer: &'p Expr) -> Option<Named> {
        Some(self.target(pointer, 0)?.named())
    }

    /// The pointer that an access goes through: the `p` of `p->next` and of `p[i]`.
    pub(crate) fn base(&self, pointer: &'p Expr) -> Option<Named> {
        let mut pointer = pointer;
        for _ in 0..DEPTH {
            if let Expr::PtrAdd(base, _) = pointer {
                pointer = base;
            } else if let Expr::Temp(temp) = pointer
                && let Some(StmtKind::Assign { value, .. }) = self.definition(*temp)
            {
                pointer = value;
            } else if let Expr::AddrOf(_) = pointer {
                return self.pointee(pointer);
            } else {
                return self.name(pointer, 0);
            }
        }
        None
    }

    fn name(&self, expr: &'p Expr, depth: u32) -> Option<Named> {
        if depth > DEPTH {
            return None;
        }
        let next = depth + 1;
        match expr {
            Expr::Int(bits) => Some(Named::new(bits.signed_decimal(), CTypeTable::UNKNOWN)),
            Expr::Null => Some(Named::new("NULL", CTypeTable::UNKNOWN)),
            Expr::Float(kind, bits) => {
                let text = crate::value::number(self.program, *kind, bits);
                Some(Named::new(text, CTypeTable::UNKNOWN))
            }
            Expr::Temp(temp) => self.temp(*temp, next),
            Expr::AddrOf(_) | Expr::PtrAdd(..) => {
                let target = self.target(expr, next)?.named();
                let text = match target.text.strip_prefix('*') {
                    Some(pointer) => pointer.to_string(),
                    None => format!("&{}", target.text),
                };
                Some(Named::new(text, CTypeTable::UNKNOWN))
            }
            Expr::FuncAddr(id) => {
                let function = self.program.functions.get(*id)?;
                Some(Named::new(&*function.name, CTypeTable::UNKNOWN))
            }
            Expr::Unary(op, inner) => {
                let inner = self.name(inner, next)?.inner();
                let sign = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::Not => "~",
                };
                Some(Named::compound(format!("{sign}{inner}")))
            }
            Expr::Binary(op, left, right) => {
                let sign = operator(*op)?;
                let (left, right) = (self.name(left, next)?, self.name(right, next)?);
                Some(Named::compound(format!(
                    "{} {sign} {}",
                    left.inner(),
                    right.inner()
                )))
            }
            Expr::Compare(op, left, right) => {
                let (left, right) = (self.name(left, next)?, self.name(right, next)?);
                let sign = comparison(*op);
                Some(Named::compound(format!(
                    "{} {sign} {}",
                    left.inner(),
                    right.inner()
                )))
            }
            Expr::Cast(kind, inner, _) => {
                let same = *kind == CastKind::Bitcast || kind.width_change().is_some();
                same.then(|| self.name(inner, next))?
            }
            Expr::Undef(_)
            | Expr::Overflow(..)
            | Expr::Select(..)
            | Expr::Aggregate(..)
            | Expr::Component(..)
            | Expr::WithComponent(..)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(..)
            | Expr::FloatCompare(..)
            | Expr::Extent(..)
            | Expr::Memory(..)
            | Expr::Initialised(..)
            | Expr::Heap(_)
            | Expr::Progress => None,
        }
    }

    /// A temporary as the source writes what it was set to.
    pub(crate) fn temporary(&self, temp: TempId) -> Option<Named> {
        self.temp(temp, 0)
    }

    fn temp(&self, temp: TempId, depth: u32) -> Option<Named> {
        let position = self.function.params.iter().position(|param| *param == temp);
        if let Some(position) = position {
            let mut locals = self.function.locals.iter();
            let local =
                locals.find(|local| local.param.is_some_and(|at| at as usize == position))?;
            return (!local.name.is_empty()).then(|| Named::new(&*local.name, local.ctype));
        }
        if let Some(kind) = self.definition(temp) {
            return match kind {
                StmtKind::Assign { value, .. } => self.name(value, depth),
                StmtKind::Load { place, .. } => self.place(place, temp, depth),
                StmtKind::Havoc { source, .. } => {
                    Some(Named::new(source.to_string(), CTypeTable::UNKNOWN))
                }
                StmtKind::Call { target, args, .. } => self.call(target, args, depth),
                // The results of these have no name in the source.
                StmtKind::Alloc { .. } | StmtKind::Spawn { .. } | StmtKind::Join { .. } => None,
                // These have no result.
                StmtKind::Store { .. }
                | StmtKind::Assume(_)
                | StmtKind::Wait { .. }
                | StmtKind::Assert { .. }
                | StmtKind::Declare(_)
                | StmtKind::Dead(_)
                | StmtKind::Free(_)
                | StmtKind::EndStack(_)
                | StmtKind::Seal(_)
                | StmtKind::MemCopy { .. }
                | StmtKind::MemSet { .. }
                | StmtKind::MemHavoc { .. }
                | StmtKind::EndThread(_)
                | StmtKind::AtomicBegin
                | StmtKind::AtomicEnd
                | StmtKind::Fence(_)
                | StmtKind::Hold { .. }
                | StmtKind::Unsupported(_) => None,
            };
        }
        let mut ends = self.function.blocks.iter().map(|block| &block.terminator);
        let end = ends.find(|end| end.defines() == Some(temp))?;
        let Terminator::Invoke { target, args, .. } = end else {
            return None;
        };
        self.call(target, args, depth)
    }

    fn call(&self, target: &'p CallTarget, args: &'p [Expr], depth: u32) -> Option<Named> {
        let CallTarget::Direct(id) = target else {
            return None;
        };
        let name = &self.program.functions.get(*id)?.name;
        let name = name.split('#').next().unwrap_or(name);
        let args: Option<Vec<String>> = args
            .iter()
            .map(|arg| Some(self.name(arg, depth + 1)?.text))
            .collect();
        let args = args.map_or_else(|| "...".to_string(), |args| args.join(", "));
        Some(Named::new(format!("{name}({args})"), CTypeTable::UNKNOWN))
    }

    /// A place that a temporary is loaded from.
    fn place(&self, place: &'p Place, temp: TempId, depth: u32) -> Option<Named> {
        let target = match place {
            Place::Variable(variable, offset) => {
                let whole = self.variable(*variable)?;
                self.part(whole, *offset)?
            }
            Place::Deref(pointer, _) => self.target(pointer, depth)?,
        };
        Some(self.first_member(target, temp).named())
    }

    /// The member that stands first in a structure, if that is what is loaded, or the structure.
    fn first_member(&self, whole: Target, temp: TempId) -> Target {
        let types = &self.program.ctypes;
        let CType::Struct { members, .. } = types.resolve(whole.ctype) else {
            return whole;
        };
        let Some(member) = members.first().filter(|member| member.bit_width.is_none()) else {
            return whole;
        };
        let loaded = self.function.temps.get(temp);
        let loaded = loaded.and_then(|temp| self.program.types.lookup(temp.ty));
        let member_type = types.resolve(member.ty);
        let fits = if let Some(Type::Int(width)) = loaded {
            matches!(member_type, CType::Int { .. } | CType::Char { .. })
                && ctype_bits(self.program, member.ty) == Some(u64::from(*width))
        } else {
            matches!((loaded, member_type), (Some(Type::Ptr), CType::Pointer(_)))
        };
        if !fits || member.name.is_empty() {
            return whole;
        }
        let sign = if whole.through_pointer { "->" } else { "." };
        Target {
            text: format!("{}{sign}{}", whole.text, member.name),
            through_pointer: false,
            ctype: member.ty,
        }
    }

    fn variable(&self, variable: Variable) -> Option<Target> {
        let (name, ctype) = match variable {
            Variable::Global(id) => {
                let global = self.program.globals.get(id)?;
                (&global.name, global.ctype)
            }
            Variable::Local(id) => {
                let local = self.function.locals.get(id)?;
                (&local.name, local.ctype)
            }
        };
        let of_source = !name.is_empty() && !name.starts_with('.') && !name.contains(' ');
        of_source.then(|| Target {
            text: name.to_string(),
            through_pointer: false,
            ctype,
        })
    }

    /// What a pointer leads to.
    fn target(&self, pointer: &'p Expr, depth: u32) -> Option<Target> {
        if depth > DEPTH {
            return None;
        }
        match pointer {
            Expr::AddrOf(variable) => self.variable(*variable),
            Expr::PtrAdd(base, bytes) => {
                let base = self.target(base, depth + 1)?;
                if let Expr::Int(bytes) = &**bytes {
                    return self.part(base, u64::try_from(bytes.to_i64()?).ok()?);
                }
                let Expr::Binary(BinaryOp::Mul, index, size) = &**bytes else {
                    return self.element(base, bytes, 1, depth);
                };
                let Expr::Int(size) = &**size else {
                    return None;
                };
                self.element(base, index, size.to_u64()?, depth)
            }
            Expr::Temp(temp) => {
                if let Some(StmtKind::Assign { value, .. }) = self.definition(*temp)
                    && matches!(value, Expr::PtrAdd(..) | Expr::AddrOf(_))
                {
                    return self.target(value, depth + 1);
                }
                let pointer = self.name(pointer, depth + 1)?;
                let ctype = match self.program.ctypes.resolve(pointer.ctype) {
                    CType::Pointer(pointee) => *pointee,
                    _ => CTypeTable::UNKNOWN,
                };
                Some(Target {
                    text: pointer.inner(),
                    through_pointer: true,
                    ctype,
                })
            }
            _ => None,
        }
    }

    /// A part of a target at a constant offset.
    fn part(&self, whole: Target, offset: u64) -> Option<Target> {
        let types = &self.program.ctypes;
        let bits = ctype_bits(self.program, whole.ctype);
        match types.resolve(whole.ctype) {
            CType::Struct { .. } | CType::Union { .. } | CType::Array { .. }
                if bits.is_some_and(|bits| offset < bits / 8) =>
            {
                let path = path_to(self.program, whole.ctype, offset, CTypeTable::UNKNOWN)?;
                let path = path_text(&path);
                let text = match (whole.through_pointer, path.strip_prefix('.')) {
                    (_, _) if path.is_empty() => return Some(whole),
                    (true, Some(member)) => format!("{}->{member}", whole.text),
                    (true, None) => format!("(*{}){path}", whole.text),
                    (false, _) => format!("{}{path}", whole.text),
                };
                Some(Target {
                    text,
                    through_pointer: false,
                    ctype: self.part_type(whole.ctype, offset),
                })
            }
            _ if offset == 0 => Some(whole),
            _ => {
                let size = bits? / 8;
                let (true, true) = (
                    whole.through_pointer,
                    size > 0 && offset.is_multiple_of(size),
                ) else {
                    return None;
                };
                Some(Target {
                    text: format!("{}[{}]", whole.text, offset / size),
                    through_pointer: false,
                    ctype: whole.ctype,
                })
            }
        }
    }

    /// The type of the part at an offset, as deep as the offset says.
    fn part_type(&self, ctype: CTypeId, offset: u64) -> CTypeId {
        let mut ctype = ctype;
        let mut left = offset * 8;
        for _ in 0..DEPTH {
            match self.program.ctypes.resolve(ctype) {
                CType::Array { elem, .. } => {
                    let stride = ctype_bits(self.program, *elem).unwrap_or(0).max(1);
                    left %= stride;
                    ctype = *elem;
                }
                CType::Struct { members, .. } | CType::Union { members, .. } => {
                    let inside = |member: &&cassay_ir::Member| {
                        member.bit_width.is_none() && member.bit_offset <= left
                    };
                    match members.iter().rev().find(inside) {
                        Some(member) => {
                            left -= member.bit_offset;
                            ctype = member.ty;
                        }
                        None => return CTypeTable::UNKNOWN,
                    }
                }
                _ => return ctype,
            }
            if left == 0 && !self.has_parts(ctype) {
                return ctype;
            }
        }
        ctype
    }

    fn has_parts(&self, ctype: CTypeId) -> bool {
        matches!(self.program.ctypes.resolve(ctype), CType::Array { .. })
    }

    /// An element of a target.
    fn element(&self, whole: Target, index: &'p Expr, size: u64, depth: u32) -> Option<Target> {
        let index = self.name(index, depth + 1)?.text;
        let is_size = |ctype: CTypeId| ctype_bits(self.program, ctype) == Some(size * 8);
        if !whole.through_pointer
            && let CType::Array { elem, .. } = self.program.ctypes.resolve(whole.ctype)
            && is_size(*elem)
        {
            return Some(Target {
                text: format!("{}[{index}]", whole.text),
                through_pointer: false,
                ctype: *elem,
            });
        }
        (whole.through_pointer && is_size(whole.ctype)).then(|| Target {
            text: format!("{}[{index}]", whole.text),
            through_pointer: false,
            ctype: whole.ctype,
        })
    }
}

fn operator(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    })
}

/// A comparison as the source writes it, whatever the sign.
pub(crate) fn comparison(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::ULt | CompareOp::SLt => "<",
        CompareOp::ULe | CompareOp::SLe => "<=",
    }
}
