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

/// Instructions that neither change a mask nor compute anything.
const BARRIERS: &[&str] = &["", "nop", "dsb", "isb", "dmb", "fence", "mfence"];

/// Registers with a mask.
const REGISTERS: &[&str] = &[
    "primask",
    "basepri",
    "faultmask",
    "daif",
    "mstatus",
    "sstatus",
    "cpsr",
    "sreg",
];

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
        "msr" if sets("daifset") => Masking::Disable,
        "msr" if sets("daifclr") => Masking::Enable,
        "mrs" if operands == "$0,primask" => Masking::Save,
        "msr" if operands == "primask,$0" => Masking::Restore,
        "csrci" if operands == "mstatus,8" => Masking::Disable,
        "csrsi" if operands == "mstatus,8" => Masking::Enable,
        "msr" => Masking::Unclear,
        "popf" | "popfl" | "popfq" | "iret" | "eret" | "mret" | "reti" => Masking::Unclear,
        _ if BARRIERS.contains(&name) => Masking::Nothing,
        _ if name.starts_with("csr") || name == "out" => {
            let masks = REGISTERS.iter().any(|register| operands.contains(register));
            match masks {
                true => Masking::Unclear,
                false => Masking::Nothing,
            }
        }
        _ => Masking::Nothing,
    }
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
        let mut kinds = instructions().map(masking);
        if !self.cx.options.interrupts || kinds.all(|kind| kind == Masking::Nothing) {
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
                    let what = "inline assembly that may change which interrupts are masked";
                    return Err(Unsupported::new(what));
                }
            }
        }
        Ok(alone.then_some(value))
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
        assert_eq!(masking("cpsid f"), Masking::Nothing);
        assert_eq!(masking("cli"), Masking::Disable);
        assert_eq!(masking("sei"), Masking::Enable);
        assert_eq!(masking("msr daifset, #2"), Masking::Disable);
        assert_eq!(masking("MRS $0, primask"), Masking::Save);
        assert_eq!(masking("MSR primask, $0"), Masking::Restore);
        assert_eq!(masking("msr basepri, $0"), Masking::Unclear);
        assert_eq!(masking("csrw mstatus, $0"), Masking::Unclear);
        assert_eq!(masking("addl $$1, $0"), Masking::Nothing);
        assert!(only_masks("dsb sy") && only_masks("") && !only_masks("addl $$1, $0"));
    }
}
