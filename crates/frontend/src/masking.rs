//! Inline assembly that masks interrupts, as calls of functions without a body.
//!
//! Only where interrupts are followed: the pass that runs handlers gives these functions their meaning. Assembly
//! that changes the mask in a way that is not understood is not supported.

use crate::functions::Builder;
use crate::llvm::{Call, InlineAsm};
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{CallTarget, Expr, FuncId, Function, StmtKind, TypeId, TypeTable};

/// What an instruction does to the mask of all interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Masking {
    /// Sets it.
    Disable,
    /// Clears it.
    Enable,
    /// Reads it.
    Save,
    /// Writes it.
    Restore,
    /// Nothing.
    Nothing,
    /// Something else.
    Unclear,
}

const DISABLE: &str = "__cassay_disable_interrupts";
const ENABLE: &str = "__cassay_enable_interrupts";
const SAVE: &str = "__cassay_interrupt_mask";
const RESTORE: &str = "__cassay_set_interrupt_mask";

const MAY_MASK: &str = "inline assembly that may change which interrupts are masked";

/// Instructions that neither change a mask nor compute anything.
const BARRIERS: &[&str] = &[
    "", "nop", "dsb", "isb", "dmb", "fence", "fence.i", "mfence", "lfence", "sfence", "sync",
    "wfi", "wfe", "sev", "yield", "pause", "hlt", "sleep",
];

/// Instructions that compute, or read memory or a register. Those that write memory are not among them: where
/// they write to may be a register with a mask.
const COMPUTES: &[&str] = &[
    "adc", "add", "addi", "addl", "addq", "adds", "addw", "and", "andi", "andl", "andq", "asr",
    "bfi", "bic", "bsf", "bsr", "bswap", "clz", "cmp", "cmpl", "cmpq", "cpuid", "csrr", "eor",
    "imul", "in", "ldi", "ldr", "ldrb", "ldrex", "ldrexb", "ldrexh", "ldrh", "lea", "leal", "leaq",
    "lsl", "lsr", "mla", "mls", "mov", "movb", "movl", "movq", "movs", "movt", "movw", "mrs",
    "mul", "muls", "mvn", "neg", "not", "or", "orl", "orr", "orq", "ori", "qadd", "qsub", "rbit",
    "rdtsc", "rdtscp", "rev", "rev16", "revsh", "rol", "ror", "rsb", "sbc", "sdiv", "shl", "shr",
    "smlal", "smull", "ssat", "sub", "subi", "subl", "subq", "subs", "swap", "sxtb", "sxth", "tst",
    "ubfx", "udiv", "umlal", "umull", "usat", "uxtb", "uxth", "xchg", "xor", "xorl", "xorq",
];

/// Parts of the names of registers that hold masks, or to which a write is a jump.
const MASKS: &[&str] = &["cr", "psr", "pc", "sreg", "status", "flags", "ipl"];

fn masking(instruction: &str) -> Masking {
    let text = instruction.trim().to_ascii_lowercase();
    let (name, operands) = match text.split_once(char::is_whitespace) {
        Some((name, operands)) => (name, operands.replace(char::is_whitespace, "")),
        None => (text.as_str(), String::new()),
    };
    let sets = |register: &str| operands.split(',').next() == Some(register);
    match name {
        "cli" => Masking::Disable,
        "sti" | "sei" => Masking::Enable,
        "cpsid" if operands.contains('i') => Masking::Disable,
        "cpsie" if operands.contains('i') => Masking::Enable,
        "msr" if sets("daifset") && covers_interrupts(&operands) => Masking::Disable,
        "msr" if sets("daifclr") && covers_interrupts(&operands) => Masking::Enable,
        "mrs" if operands == "$0,primask" => Masking::Save,
        "msr" if operands == "primask,$0" => Masking::Restore,
        "csrci" if operands == "mstatus,8" => Masking::Disable,
        "csrsi" if operands == "mstatus,8" => Masking::Enable,
        _ if BARRIERS.contains(&name) || COMPUTES.contains(&name) && !names_mask(&operands) => {
            Masking::Nothing
        }
        _ => Masking::Unclear,
    }
}

/// Whether the bits of an operand of `msr daifset` or `daifclr` contain that of interrupts.
fn covers_interrupts(operands: &str) -> bool {
    let bits = operands.split(',').nth(1).unwrap_or("");
    let bits = bits.trim_start_matches(['#', '$']);
    let bits = match bits.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => bits.parse(),
    };
    bits.is_ok_and(|bits| bits & 2 != 0)
}

/// Whether operands are something that masks may depend on.
fn names_mask(operands: &str) -> bool {
    operands.contains(['^', '(']) || MASKS.iter().any(|register| operands.contains(register))
}

/// Whether an instruction does nothing but what its [`Masking`] says.
fn only_masks(instruction: &str) -> bool {
    let name = instruction.split_whitespace().next().unwrap_or("");
    let name = name.to_ascii_lowercase();
    masking(instruction) != Masking::Nothing || BARRIERS.contains(&name.as_str())
}

impl<'m> Builder<'_, 'm> {
    /// Lowers assembly that does nothing but mask interrupts. `None`: the assembly does something else, too.
    pub fn mask_interrupts(
        &mut self,
        call: &'m Call,
        asm: &'m InlineAsm,
    ) -> Lowered<Option<Option<Expr>>> {
        let instructions = || asm.template.split(['\n', ';']);
        let masks = |kind: Masking| match kind {
            Masking::Disable | Masking::Enable | Masking::Save | Masking::Restore => true,
            Masking::Nothing | Masking::Unclear => false,
        };
        if !self.cx.options.interrupts || !instructions().map(masking).any(masks) {
            return Ok(None);
        }
        let alone = instructions().all(only_masks);
        let mut value = None;
        for kind in instructions().map(masking) {
            match kind {
                Masking::Nothing => {}
                Masking::Disable => self.mask_by(DISABLE, None, Vec::new())?,
                Masking::Enable => self.mask_by(ENABLE, None, Vec::new())?,
                Masking::Save if alone => {
                    let ty = self.cx.lower_type(self.unit, &call.ret)?;
                    let dst = self.body.temp(ty);
                    self.mask_by(SAVE, Some((dst, ty)), Vec::new())?;
                    value = Some(Expr::Temp(dst));
                }
                Masking::Restore if alone && call.args.len() == 1 => {
                    let argument = &call.args[0];
                    let operand = self.operand(&argument.ty, &argument.value)?;
                    self.mask_by(RESTORE, None, vec![operand])?;
                }
                Masking::Save | Masking::Restore | Masking::Unclear => {
                    return Err(Unsupported::new(MAY_MASK));
                }
            }
        }
        Ok(alone.then_some(value))
    }

    /// Refuses assembly that is not followed if it may change a mask.
    pub fn leaves_masks_alone(&self, asm: &InlineAsm) -> Lowered<()> {
        let mut kinds = asm.template.split(['\n', ';']).map(masking);
        if self.cx.options.interrupts && kinds.any(|kind| kind == Masking::Unclear) {
            return Err(Unsupported::new(MAY_MASK));
        }
        Ok(())
    }

    fn mask_by(
        &mut self,
        name: &str,
        dst: Option<(cassay_ir::TempId, TypeId)>,
        args: Vec<Expr>,
    ) -> Lowered<()> {
        let params: Vec<TypeId> = args
            .iter()
            .filter_map(|arg| arg.ty(&self.cx.program, &self.body.function))
            .collect();
        let target = self.masking_function(name, dst.map(|(_, ty)| ty), &params);
        self.body.push(StmtKind::Call {
            dst: dst.map(|(dst, _)| dst),
            target: CallTarget::Direct(target),
            args,
        });
        Ok(())
    }

    /// The function of a name and type; values of other widths have functions of their own.
    fn masking_function(&mut self, name: &str, ret: Option<TypeId>, params: &[TypeId]) -> FuncId {
        let ret = ret.unwrap_or(TypeTable::VOID);
        let functions = self.cx.program.functions.iter_enumerated();
        for (id, function) in functions {
            let types = function
                .params
                .iter()
                .map(|param| function.temps[*param].ty);
            if &*function.name == name && function.ret == ret && types.eq(params.iter().copied()) {
                return id;
            }
        }
        let mut function = Function::declaration(name, ret, false);
        for ty in params {
            let temp = function.new_temp(*ty);
            function.params.push(temp);
        }
        self.cx.program.functions.push(function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_of_several_machines_mask() {
        assert_eq!(masking("cpsid i"), Masking::Disable);
        assert_eq!(masking("  CPSIE\ti "), Masking::Enable);
        assert_eq!(masking("cpsid f"), Masking::Unclear);
        assert_eq!(masking("cli"), Masking::Disable);
        assert_eq!(masking("sei"), Masking::Enable);
        assert_eq!(masking("msr daifset, #2"), Masking::Disable);
        assert_eq!(masking("msr daifclr, #0xf"), Masking::Enable);
        assert_eq!(masking("msr daifset, #1"), Masking::Unclear);
        assert_eq!(masking("MRS $0, primask"), Masking::Save);
        assert_eq!(masking("MSR primask, $0"), Masking::Restore);
        assert_eq!(masking("msr basepri, $0"), Masking::Unclear);
        assert_eq!(masking("csrw mstatus, $0"), Masking::Unclear);
        assert_eq!(masking("addl $$1, $0"), Masking::Nothing);
        for unclear in [
            "csrw mie, $0",
            "out 0x3f, $0",
            "svc 0",
            "bl lock",
            "movq $0, %cr8",
            "subs pc, lr, #4",
            "di",
            "mtc0 $0, $$12",
            "str r0, [r1]",
        ] {
            assert_eq!(masking(unclear), Masking::Unclear, "{unclear}");
        }
        assert!(only_masks("dsb sy") && only_masks("") && !only_masks("addl $$1, $0"));
    }
}
