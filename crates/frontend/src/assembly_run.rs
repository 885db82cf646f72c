//! Common instructions of x86 and ARM in inline assembly, followed exactly.
//!
//! Registers hold expressions. A statement is followed completely or not at all: [`run`] fails on
//! unknown instructions, on uninitialised bits, and where the result would depend on which operands
//! the compiler assigns to one register (an output that is written before all inputs are read may
//! share the register of an input unless it is marked `&`).
//!
//! Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2; Arm Architecture
//! Reference Manual.

use crate::assembly_text::{Instruction, Reference, sized};
use crate::bits;
use crate::fold;
use crate::functions::Builder;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr, TypeId, TypeTable, UnaryOp};

/// An operand of the statement.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    /// A register.
    Register {
        /// Width of the operand's type in bits.
        width: u32,
        /// What it holds; `None` before the first write.
        value: Option<Expr>,
        /// Whether the statement may write it.
        output: bool,
        /// Whether no input shares it.
        own: bool,
        /// Which register the constraint names.
        name: Option<&'static str>,
    },
    /// A place in memory.
    Memory {
        /// Its address.
        pointer: Expr,
        /// Width in bits of the value at the address.
        width: u32,
    },
    /// The register or place of another operand.
    Same(usize),
    /// An operand that no supported instruction accepts.
    Other,
}

/// Follows the instructions; `None` if that is not possible. The caller must then remove what was
/// added to the block.
pub(crate) fn run(
    builder: &mut Builder<'_, '_>,
    instructions: &[Instruction<'_>],
    slots: &mut [Slot],
) -> Option<Flags> {
    let mut machine = Machine {
        builder,
        slots,
        flags: Flags::default(),
        written: Overwritten::default(),
        overwritten: Overwritten::default(),
    };
    for instruction in instructions {
        machine.step(instruction)?;
        machine.overwritten = machine.written;
    }
    Some(machine.flags)
}

/// The condition flags, as far as an instruction has set them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    carry: Option<Expr>,
    zero: Option<Expr>,
    sign: Option<Expr>,
    overflow: Option<Expr>,
}

impl Flags {
    /// The condition of a condition code, as an `Int(1)`.
    pub(crate) fn condition(&self, code: &str) -> Option<Expr> {
        let either = |a: Expr, b: Expr| Expr::Binary(BinaryOp::Or, Box::new(a), Box::new(b));
        let less = || {
            let (sign, overflow) = (self.sign.clone()?, self.overflow.clone()?);
            Some(fold::compare(CompareOp::Ne, sign, overflow))
        };
        let below_or_equal = || Some(either(self.carry.clone()?, self.zero.clone()?));
        let less_or_equal = || Some(either(less()?, self.zero.clone()?));
        Some(match code {
            "b" | "c" | "nae" => self.carry.clone()?,
            "ae" | "nb" | "nc" => fold::not(self.carry.clone()?),
            "e" | "z" => self.zero.clone()?,
            "ne" | "nz" => fold::not(self.zero.clone()?),
            "s" => self.sign.clone()?,
            "ns" => fold::not(self.sign.clone()?),
            "o" => self.overflow.clone()?,
            "no" => fold::not(self.overflow.clone()?),
            "be" | "na" => below_or_equal()?,
            "a" | "nbe" => fold::not(below_or_equal()?),
            "l" | "nge" => less()?,
            "ge" | "nl" => fold::not(less()?),
            "le" | "ng" => less_or_equal()?,
            "g" | "nle" => fold::not(less_or_equal()?),
            _ => return None,
        })
    }
}

struct Machine<'b, 'a, 'm> {
    builder: &'b mut Builder<'a, 'm>,
    slots: &'b mut [Slot],
    flags: Flags,
    /// Outputs written up to and including this instruction, and before it: an instruction reads
    /// before it writes.
    written: Overwritten,
    overwritten: Overwritten,
}

/// Whether outputs were written that may share the register of an input.
#[derive(Clone, Copy, Default)]
struct Overwritten {
    /// One in a register that the constraint names.
    named: bool,
    /// One in any register.
    unnamed: bool,
}

impl Overwritten {
    /// Whether an input in a register of that name may have been overwritten.
    fn spoils(self, name: Option<&str>) -> bool {
        self.unnamed || self.named && name.is_none()
    }

    fn add(&mut self, name: Option<&str>) {
        match name {
            Some(_) => self.named = true,
            None => self.unnamed = true,
        }
    }
}

/// Instructions that change nothing that a program of one thread can see.
const HARMLESS: &[&str] = &[
    "nop", "pause", "mfence", "lfence", "sfence", "cli", "sti", "cld", "dmb", "dsb", "isb", "sev",
    "cpsid", "cpsie", "yield",
];

/// Instructions whose name may end in the width of their operands.
const SIZED: &[&str] = &[
    "mov", "xchg", "xadd", "cmpxchg", "bswap", "rol", "ror", "shl", "sal", "shr", "sar", "add",
    "adc", "sub", "sbb", "and", "or", "xor", "not", "neg", "inc", "dec", "cmp", "test", "bsf",
    "bsr", "tzcnt", "lzcnt", "popcnt", "mul", "imul", "bt", "bts", "btr", "btc",
];

impl Machine<'_, '_, '_> {
    fn step(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        let operands = &instruction.operands;
        if HARMLESS.contains(&instruction.name) {
            return Some(());
        }
        if !instruction.name.is_ascii() {
            return None;
        }
        match (instruction.name, operands.as_slice()) {
            ("clc", []) => self.flags.carry = Some(Expr::bool(false)),
            ("stc", []) => self.flags.carry = Some(Expr::bool(true)),
            ("rev", [to, from]) => self.bits_of(*to, *from, bits::swap_bytes)?,
            ("rbit", [to, from]) => self.bits_of(*to, *from, bits::reverse_bits)?,
            ("clz", [to, from]) => self.bits_of(*to, *from, bits::leading_zeros)?,
            (name, [to]) if name.starts_with("set") => {
                let condition = self.flags.condition(&name[3..])?;
                let value = self.resized(condition, 1, 8, false);
                self.write(*to, 8, value)?;
            }
            (name, [from, to]) if name.starts_with("cmov") => self.conditional(name, *from, *to)?,
            (name, [from, to]) if name.len() == 6 && name.starts_with("mov") => {
                self.extending(name, *from, *to)?;
            }
            (name, operands) => {
                let (base, width) = sized(name, |name| SIZED.contains(&name))?;
                self.sized(base, width, operands)?;
            }
        }
        Some(())
    }

    fn sized(&mut self, name: &str, width: Option<u32>, operands: &[Reference<'_>]) -> Option<()> {
        // A shift by a register does not have the width of its amount.
        let named = match name {
            "rol" | "ror" | "shl" | "sal" | "shr" | "sar" => &operands[operands.len().min(1)..],
            _ => operands,
        };
        let width = width.or_else(|| named.iter().find_map(|operand| self.width_of(*operand)))?;
        match (name, operands) {
            ("mov", [from, to]) => {
                let value = self.read(*from, width)?;
                self.write(*to, width, value)
            }
            ("xchg", [a, b]) => {
                let (x, y) = (self.read(*a, width)?, self.read(*b, width)?);
                self.write(*a, width, y)?;
                self.write(*b, width, x)
            }
            ("xadd", [from, to]) => {
                let (x, y) = (self.read(*to, width)?, self.read(*from, width)?);
                let sum = self.binary(BinaryOp::Add, &x, y.clone(), width);
                self.set_flags(&x, &y, &sum, width, false);
                self.flags.carry = Some(self.compare(CompareOp::ULt, sum.clone(), x.clone()));
                self.write(*from, width, x)?;
                self.write(*to, width, sum)
            }
            ("cmpxchg", [from, to]) => self.compare_exchange(*from, *to, width),
            ("bswap", [to]) if width >= 32 => self.bits_of(*to, *to, bits::swap_bytes),
            ("rol", [by, to]) => self.rotate(*by, *to, width, bits::funnel_left),
            ("ror", [by, to]) => self.rotate(*by, *to, width, bits::funnel_right),
            ("shl" | "sal", [by, to]) => self.shift(BinaryOp::Shl, *by, *to, width),
            ("shr", [by, to]) => self.shift(BinaryOp::LShr, *by, *to, width),
            ("sar", [by, to]) => self.shift(BinaryOp::AShr, *by, *to, width),
            ("add", [from, to]) => self.sum(*from, *to, width, false),
            ("adc", [from, to]) => self.sum(*from, *to, width, true),
            ("sub", [from, to]) => self.difference(*from, *to, width, Some(*to)),
            ("cmp", [from, to]) => self.difference(*from, *to, width, None),
            ("sbb", [from, to]) => self.borrow(*from, *to, width),
            ("and", [from, to]) => self.logic(BinaryOp::And, *from, *to, width, true),
            ("test", [from, to]) => self.logic(BinaryOp::And, *from, *to, width, false),
            ("or", [from, to]) => self.logic(BinaryOp::Or, *from, *to, width, true),
            ("xor", [from, to]) => self.logic(BinaryOp::Xor, *from, *to, width, true),
            ("not", [to]) => {
                let value = self.read(*to, width)?;
                self.write(*to, width, fold::not(value))
            }
            ("neg", [to]) => {
                let value = self.read(*to, width)?;
                let zero = Expr::int(width, 0);
                let result = self.binary(BinaryOp::Sub, &zero, value.clone(), width);
                self.set_flags(&zero, &value, &result, width, true);
                self.flags.carry = Some(self.compare(CompareOp::Ne, value, zero));
                self.write(*to, width, result)
            }
            ("inc", [to]) => self.count(BinaryOp::Add, *to, width),
            ("dec", [to]) => self.count(BinaryOp::Sub, *to, width),
            ("bsf", [from, to]) => self.scan(*from, *to, width, false),
            ("bsr", [from, to]) => self.scan(*from, *to, width, true),
            ("tzcnt", [from, to]) => self.bits_of(*to, *from, bits::trailing_zeros),
            ("lzcnt", [from, to]) => self.bits_of(*to, *from, bits::leading_zeros),
            ("popcnt", [from, to]) => self.bits_of(*to, *from, bits::count_ones),
            ("mul", [by]) => self.multiply(*by, width),
            ("imul", [from, to]) => {
                let (x, y) = (self.read(*to, width)?, self.read(*from, width)?);
                let product = self.binary(BinaryOp::Mul, &x, y, width);
                self.flags = Flags::default();
                self.write(*to, width, product)
            }
            ("bt" | "bts" | "btr" | "btc", [at, to]) => self.bit(name, *at, *to, width),
            _ => None,
        }
    }

    fn ty(&mut self, width: u32) -> TypeId {
        self.builder.cx.program.types.int(width)
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: Expr, width: u32) -> Expr {
        let ty = self.ty(width);
        bits::op(self.builder, ty, op, a, b)
    }

    fn compare(&mut self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        let cond = fold::compare(op, a, b);
        self.builder.body.assign(TypeTable::BOOL, cond)
    }

    fn chosen(&mut self, cond: Expr, then: Expr, otherwise: Expr, width: u32) -> Expr {
        let ty = self.ty(width);
        let cond = self.builder.body.assign(TypeTable::BOOL, cond);
        self.builder
            .body
            .assign(ty, fold::select(cond, then, otherwise))
    }

    fn resized(&mut self, value: Expr, from: u32, to: u32, signed: bool) -> Expr {
        let value = fold::resize(&mut self.builder.cx.program.types, value, from, to, signed);
        let ty = self.ty(to);
        self.builder.body.assign(ty, value)
    }

    /// The slot that a reference names; `None` for a number.
    fn slot(&self, reference: Reference<'_>) -> Option<usize> {
        match reference {
            Reference::Operand(number, _) => match self.slots.get(number)? {
                Slot::Same(other) => Some(*other),
                Slot::Register { .. } | Slot::Memory { .. } | Slot::Other => Some(number),
            },
            Reference::Immediate(_) => None,
            Reference::Register(wanted, _) => self.slots.iter().position(|slot| match slot {
                Slot::Register { name, .. } => *name == Some(wanted),
                Slot::Memory { .. } | Slot::Same(_) | Slot::Other => false,
            }),
        }
    }

    /// The width that the name of a register implies.
    fn width_of(&self, reference: Reference<'_>) -> Option<u32> {
        match (reference, &self.slots[self.slot(reference)?]) {
            (Reference::Register(_, width) | Reference::Operand(_, Some(width)), _) => Some(width),
            (Reference::Operand(_, None), Slot::Register { width, .. }) => Some(*width),
            (Reference::Operand(_, None) | Reference::Immediate(_), _) => None,
        }
    }

    fn read(&mut self, reference: Reference<'_>, width: u32) -> Option<Expr> {
        if let Reference::Immediate(number) = reference {
            return Some(Expr::Int(Bv::from_i64(width, number)));
        }
        let slot = self.slot(reference)?;
        match self.slots[slot].clone() {
            Slot::Register {
                width: own,
                value,
                output,
                name,
                ..
            } => {
                if let (Reference::Operand(_, None), Some(Expr::Int(number))) = (reference, &value)
                    && !output
                    && own < width
                {
                    // A constant is an immediate, which has no width of its own.
                    return Some(Expr::Int(number.sext(width)));
                }
                let named = self.width_of(reference)?;
                let gone = !output && self.overwritten.spoils(name);
                if named != width || own < width || gone {
                    return None;
                }
                Some(self.resized(value?, own, width, false))
            }
            Slot::Memory {
                pointer,
                width: own,
            } => {
                // The address is in a register, too.
                if own < width || self.overwritten.spoils(None) {
                    return None;
                }
                let ty = self.ty(width);
                Some(self.builder.load_value(false, ty, pointer, 1))
            }
            Slot::Same(_) | Slot::Other => None,
        }
    }

    fn write(&mut self, reference: Reference<'_>, width: u32, new: Expr) -> Option<()> {
        let slot = self.slot(reference)?;
        match self.slots[slot].clone() {
            Slot::Register {
                width: own,
                value: old,
                output: true,
                own: alone,
                name,
            } => {
                if self.width_of(reference)? != width {
                    return None;
                }
                // The upper half is cleared by what writes 32 bits, and kept by what writes less.
                let new = if own > width && width < 32 {
                    let mask = Expr::Int(Bv::ones(width).zext(own).not());
                    let kept = self.binary(BinaryOp::And, &old?, mask, own);
                    let new = self.resized(new, width, own, false);
                    self.binary(BinaryOp::Or, &kept, new, own)
                } else {
                    self.resized(new, width, own, false)
                };
                if !alone {
                    self.written.add(name);
                }
                if let Slot::Register { value, .. } = &mut self.slots[slot] {
                    *value = Some(new);
                }
                Some(())
            }
            Slot::Memory {
                pointer,
                width: own,
            } if own >= width && !self.overwritten.spoils(None) => {
                let ty = self.ty(width);
                let stored = self.builder.store_value(false, ty, new, pointer, 1);
                stored.ok()
            }
            Slot::Register { .. } | Slot::Memory { .. } | Slot::Same(_) | Slot::Other => None,
        }
    }

    /// Flags of a sum or difference, all but the carry.
    fn set_flags(&mut self, a: &Expr, b: &Expr, result: &Expr, width: u32, difference: bool) {
        let zero = Expr::int(width, 0);
        self.flags.zero = Some(self.compare(CompareOp::Eq, result.clone(), zero.clone()));
        self.flags.sign = Some(self.compare(CompareOp::SLt, result.clone(), zero.clone()));
        let other = if difference { b } else { result };
        let x = self.binary(BinaryOp::Xor, a, other.clone(), width);
        let reference = if difference { a } else { b };
        let y = self.binary(BinaryOp::Xor, reference, result.clone(), width);
        let both = self.binary(BinaryOp::And, &x, y, width);
        self.flags.overflow = Some(self.compare(CompareOp::SLt, both, zero));
    }

    fn sum(
        &mut self,
        from: Reference<'_>,
        to: Reference<'_>,
        width: u32,
        carry: bool,
    ) -> Option<()> {
        let (a, b) = (self.read(to, width)?, self.read(from, width)?);
        let mut result = self.binary(BinaryOp::Add, &a, b.clone(), width);
        let mut out = self.compare(CompareOp::ULt, result.clone(), a.clone());
        if carry {
            let flag = self.flags.carry.clone()?;
            let one = self.resized(flag.clone(), 1, width, false);
            result = self.binary(BinaryOp::Add, &result, one, width);
            let less = self.compare(CompareOp::ULt, result.clone(), a.clone());
            let at_most = self.compare(CompareOp::ULe, result.clone(), a.clone());
            out = self.chosen(flag, at_most, less, 1);
        }
        self.set_flags(&a, &b, &result, width, false);
        self.flags.carry = Some(out);
        self.write(to, width, result)
    }

    fn difference(
        &mut self,
        from: Reference<'_>,
        to: Reference<'_>,
        width: u32,
        result_to: Option<Reference<'_>>,
    ) -> Option<()> {
        let (a, b) = (self.read(to, width)?, self.read(from, width)?);
        let result = self.binary(BinaryOp::Sub, &a, b.clone(), width);
        self.set_flags(&a, &b, &result, width, true);
        self.flags.carry = Some(self.compare(CompareOp::ULt, a, b));
        match result_to {
            Some(to) => self.write(to, width, result),
            None => Some(()),
        }
    }

    /// `sbb`; of a register with itself it is minus the carry, whatever the register holds.
    fn borrow(&mut self, from: Reference<'_>, to: Reference<'_>, width: u32) -> Option<()> {
        let flag = self.flags.carry.clone()?;
        let one = self.resized(flag.clone(), 1, width, false);
        if self.same_register(from, to) {
            let zero = Expr::int(width, 0);
            let result = self.binary(BinaryOp::Sub, &zero, one, width);
            self.flags = Flags {
                zero: Some(fold::not(flag.clone())),
                sign: Some(flag.clone()),
                overflow: Some(Expr::bool(false)),
                carry: Some(flag),
            };
            return self.write(to, width, result);
        }
        let (a, b) = (self.read(to, width)?, self.read(from, width)?);
        let less = self.compare(CompareOp::ULt, a.clone(), b.clone());
        let at_most = self.compare(CompareOp::ULe, a.clone(), b.clone());
        let difference = self.binary(BinaryOp::Sub, &a, b.clone(), width);
        let result = self.binary(BinaryOp::Sub, &difference, one, width);
        self.set_flags(&a, &b, &result, width, true);
        self.flags.carry = Some(self.chosen(flag, at_most, less, 1));
        self.write(to, width, result)
    }

    fn same_register(&self, a: Reference<'_>, b: Reference<'_>) -> bool {
        match (self.slot(a), self.slot(b)) {
            (Some(x), Some(y)) => x == y && matches!(self.slots[x], Slot::Register { .. }),
            (None, _) | (_, None) => false,
        }
    }

    fn logic(
        &mut self,
        op: BinaryOp,
        from: Reference<'_>,
        to: Reference<'_>,
        width: u32,
        keep: bool,
    ) -> Option<()> {
        let result = if op == BinaryOp::Xor && self.same_register(from, to) {
            Expr::int(width, 0)
        } else {
            let (a, b) = (self.read(to, width)?, self.read(from, width)?);
            self.binary(op, &a, b, width)
        };
        let zero = Expr::int(width, 0);
        self.flags = Flags {
            zero: Some(self.compare(CompareOp::Eq, result.clone(), zero.clone())),
            sign: Some(self.compare(CompareOp::SLt, result.clone(), zero)),
            overflow: Some(Expr::bool(false)),
            carry: Some(Expr::bool(false)),
        };
        match keep {
            true => self.write(to, width, result),
            false => Some(()),
        }
    }

    /// `inc` and `dec` do not change the carry flag.
    fn count(&mut self, op: BinaryOp, to: Reference<'_>, width: u32) -> Option<()> {
        let a = self.read(to, width)?;
        let one = Expr::int(width, 1);
        let result = self.binary(op, &a, one.clone(), width);
        self.set_flags(&a, &one, &result, width, op == BinaryOp::Sub);
        self.write(to, width, result)
    }

    fn bits_of(
        &mut self,
        to: Reference<'_>,
        from: Reference<'_>,
        function: fn(&mut Builder<'_, '_>, &[Expr], TypeId, u32) -> Expr,
    ) -> Option<()> {
        let width = self.width_of(to).or_else(|| self.width_of(from))?;
        let value = self.read(from, width)?;
        let ty = self.ty(width);
        let result = function(self.builder, &[value], ty, width);
        self.flags = Flags::default();
        self.write(to, width, result)
    }

    /// The amount of a shift: an immediate, or the low byte of `c`.
    fn amount(&mut self, by: Reference<'_>, width: u32) -> Option<Expr> {
        let amount = match by {
            Reference::Immediate(number) => Expr::Int(Bv::from_i64(width, number)),
            Reference::Register(_, 8) | Reference::Operand(_, Some(8)) => {
                let low = self.read(by, 8)?;
                self.resized(low, 8, width, false)
            }
            Reference::Operand(_, _) | Reference::Register(_, _) => {
                let named = self.width_of(by)?;
                let value = self.read(by, named)?;
                match value {
                    Expr::Int(number) => Expr::int(width, number.to_u64()?),
                    _ if named == 8 => self.resized(value, 8, width, false),
                    _ => return None,
                }
            }
        };
        Some(amount)
    }

    fn rotate(
        &mut self,
        by: Reference<'_>,
        to: Reference<'_>,
        width: u32,
        function: fn(&mut Builder<'_, '_>, &[Expr], TypeId, u32) -> Expr,
    ) -> Option<()> {
        let by = self.amount(by, width)?;
        let value = self.read(to, width)?;
        let ty = self.ty(width);
        let result = function(self.builder, &[value.clone(), value, by], ty, width);
        self.flags = Flags::default();
        self.write(to, width, result)
    }

    /// Shift amounts are taken modulo 32, or 64 for 64 bits; amounts of at least the width of a
    /// narrower operand are not followed.
    fn shift(
        &mut self,
        op: BinaryOp,
        by: Reference<'_>,
        to: Reference<'_>,
        width: u32,
    ) -> Option<()> {
        let by = self.amount(by, width)?;
        let by = match by {
            Expr::Int(number) if number.to_u64()? < u64::from(width) => Expr::Int(number),
            other if width >= 32 => {
                let mask = Expr::int(width, u64::from(width) - 1);
                self.binary(BinaryOp::And, &other, mask, width)
            }
            _ => return None,
        };
        let value = self.read(to, width)?;
        let result = self.binary(op, &value, by, width);
        self.flags = Flags::default();
        self.write(to, width, result)
    }

    /// `bsf`, `bsr`: for zero the register keeps what it holds.
    fn scan(
        &mut self,
        from: Reference<'_>,
        to: Reference<'_>,
        width: u32,
        highest: bool,
    ) -> Option<()> {
        let value = self.read(from, width)?;
        let ty = self.ty(width);
        let found = if highest {
            let above = bits::leading_zeros(self.builder, std::slice::from_ref(&value), ty, width);
            let last = Expr::int(width, u64::from(width) - 1);
            self.binary(BinaryOp::Sub, &last, above, width)
        } else {
            bits::trailing_zeros(self.builder, std::slice::from_ref(&value), ty, width)
        };
        let zero = Expr::int(width, 0);
        let none = self.compare(CompareOp::Eq, value, zero);
        let slot = self.slot(to)?;
        let Slot::Register {
            width: own,
            value: old,
            output: true,
            own: alone,
            name,
        } = self.slots[slot].clone()
        else {
            return None;
        };
        if self.width_of(to)? != width || width < 32 {
            return None;
        }
        let found = self.resized(found, width, own, false);
        let new = self.chosen(none.clone(), old?, found, own);
        if !alone {
            self.written.add(name);
        }
        if let Slot::Register { value, .. } = &mut self.slots[slot] {
            *value = Some(new);
        }
        self.flags = Flags {
            zero: Some(none),
            ..Flags::default()
        };
        Some(())
    }

    /// `mul`: the product of `a` and the operand in `d` and `a`.
    fn multiply(&mut self, by: Reference<'_>, width: u32) -> Option<()> {
        if width < 16 {
            return None;
        }
        let (low, high) = (
            Reference::Register("a", width),
            Reference::Register("d", width),
        );
        let (x, y) = (self.read(low, width)?, self.read(by, width)?);
        let (x, y) = (
            self.resized(x, width, 2 * width, false),
            self.resized(y, width, 2 * width, false),
        );
        let product = self.binary(BinaryOp::Mul, &x, y, 2 * width);
        let distance = Expr::int(2 * width, u64::from(width));
        let upper = self.binary(BinaryOp::LShr, &product, distance, 2 * width);
        let upper = self.resized(upper, 2 * width, width, false);
        let lower = self.resized(product, 2 * width, width, false);
        self.flags = Flags::default();
        self.write(low, width, lower)?;
        self.write(high, width, upper)
    }

    fn compare_exchange(
        &mut self,
        from: Reference<'_>,
        to: Reference<'_>,
        width: u32,
    ) -> Option<()> {
        let expected = Reference::Register("a", width);
        let (wanted, old) = (self.read(expected, width)?, self.read(to, width)?);
        let new = self.read(from, width)?;
        let result = self.binary(BinaryOp::Sub, &wanted, old.clone(), width);
        self.set_flags(&wanted, &old, &result, width, true);
        self.flags.carry = Some(self.compare(CompareOp::ULt, wanted.clone(), old.clone()));
        let same = self.flags.zero.clone()?;
        let stored = self.chosen(same.clone(), new, old.clone(), width);
        let kept = self.chosen(same, wanted, old, width);
        self.write(to, width, stored)?;
        self.write(expected, width, kept)
    }

    /// `bt` and its relatives on a register, or with a constant: the place counts modulo the width.
    fn bit(&mut self, name: &str, at: Reference<'_>, to: Reference<'_>, width: u32) -> Option<()> {
        let place = self.read(at, width)?;
        let in_memory = matches!(self.slots[self.slot(to)?], Slot::Memory { .. });
        if in_memory && !matches!(&place, Expr::Int(number) if number.to_u64()? < u64::from(width))
        {
            return None;
        }
        let last = Expr::int(width, u64::from(width) - 1);
        let place = self.binary(BinaryOp::And, &place, last, width);
        let value = self.read(to, width)?;
        let one = Expr::int(width, 1);
        let mask = self.binary(BinaryOp::Shl, &one, place, width);
        let found = self.binary(BinaryOp::And, &value, mask.clone(), width);
        let carry = self.compare(CompareOp::Ne, found, Expr::int(width, 0));
        let zero = self.flags.zero.take();
        self.flags = Flags {
            carry: Some(carry),
            zero,
            ..Flags::default()
        };
        let new = match name {
            "bts" => self.binary(BinaryOp::Or, &value, mask, width),
            "btc" => self.binary(BinaryOp::Xor, &value, mask, width),
            "btr" => {
                let ty = self.ty(width);
                let mask = Expr::Unary(UnaryOp::Not, Box::new(mask));
                let mask = self.builder.body.assign(ty, mask);
                self.binary(BinaryOp::And, &value, mask, width)
            }
            _ => return Some(()),
        };
        self.write(to, width, new)
    }

    /// `cmov` with a condition code, perhaps followed by the letter of a width.
    fn conditional(&mut self, name: &str, from: Reference<'_>, to: Reference<'_>) -> Option<()> {
        let (code, width) = sized(&name[4..], |code| self.flags.condition(code).is_some())?;
        let width = width.or_else(|| self.width_of(to))?;
        let condition = self.flags.condition(code)?;
        let (old, new) = (self.read(to, width)?, self.read(from, width)?);
        let value = self.chosen(condition, new, old, width);
        self.write(to, width, value)
    }

    /// `movzbl`, `movswq` and so on.
    fn extending(&mut self, name: &str, from: Reference<'_>, to: Reference<'_>) -> Option<()> {
        let signed = match &name[3..4] {
            "s" => true,
            "z" => false,
            _ => return None,
        };
        let width = |letter: &str| match letter {
            "b" => Some(8),
            "w" => Some(16),
            "l" => Some(32),
            "q" => Some(64),
            _ => None,
        };
        let (narrow, wide) = (width(&name[4..5])?, width(&name[5..6])?);
        if narrow >= wide {
            return None;
        }
        let value = self.read(from, narrow)?;
        let value = self.resized(value, narrow, wide, signed);
        self.write(to, wide, value)
    }
}
