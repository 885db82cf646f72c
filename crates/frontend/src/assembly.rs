//! Inline assembly.
//!
//! Common instructions are followed exactly ([`assembly_run`](crate::assembly_run)). The effect of
//! all others is unknown: every output gets any value, and so does the memory that operands lead to
//! if the assembly declares that it writes memory. A violation that depends on such a value is not
//! reported, and a note names the assembly.
//! Assembly without instructions only hides values from the compiler: an output is the input tied
//! to it. Constraints are written as in the LLVM Language Reference ("Inline Asm Constraint
//! String"): outputs, then inputs, then labels, then clobbers.

use crate::assembly_run::{Flags, Slot, run};
use crate::assembly_text::{parse, register};
use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, Call, Ident, InlineAsm, Instruction};
use crate::lower::{Lowered, Unsupported};
use cassay_bv::Bv;
use cassay_ir::{
    Expr, InputSource, MemoryOrder, Note, NoteKind, StmtKind, Terminator, Type, TypeId, TypeTable,
};
use std::sync::Arc;

const NAME: &str = "inline assembly";
/// The source of a value of which nothing is known.
const OUTPUT: &str = "output of inline assembly";
const ASSEMBLY: &str = "inline assembly";
const JUMP: &str = "jump of inline assembly";

/// Instructions that change nothing a program can see.
const HARMLESS: &[&str] = &[
    "", "nop", "pause", "rep; nop", "rep;nop", "mfence", "lfence", "sfence", "cli", "sti",
];

/// An operand of an assembly statement, as its constraint describes it.
struct Operand<'a> {
    /// The constraint without the modifiers that the other members represent.
    text: &'a str,
    output: bool,
    /// Whether no input shares its register (`&`).
    early: bool,
    /// A place in memory, given by its address.
    indirect: bool,
}

/// The order of an instruction that is a fence.
fn fence(name: &str) -> Option<MemoryOrder> {
    if name.ends_with("lfence") {
        Some(MemoryOrder::Acquire)
    } else if name.ends_with("sfence") {
        Some(MemoryOrder::Release)
    } else if name.ends_with("fence") || name == "dmb" || name == "dsb" {
        Some(MemoryOrder::SeqCst)
    } else {
        None
    }
}

impl<'m> Builder<'_, 'm> {
    /// Lowers an assembly statement; the value is that of its outputs in registers.
    pub fn inline_assembly(&mut self, call: &'m Call, asm: &'m InlineAsm) -> Lowered<Option<Expr>> {
        if let Some(value) = self.mask_interrupts(call, asm)? {
            return Ok(value);
        }
        let constraints: Vec<&str> = split(&asm.constraints);
        let operands: Vec<Operand<'_>> = constraints
            .iter()
            .filter_map(|text| operand(text))
            .collect();
        let harmless = HARMLESS.contains(&asm.template.trim());
        if !harmless && let Some(values) = self.followed(call, asm, &constraints, &operands)? {
            return Ok(values);
        }
        if !harmless {
            self.leaves_masks_alone(asm)?;
        }
        let writes_memory = !harmless && constraints.contains(&"~{memory}");
        if !harmless {
            let assumption = "outputs and memory operands have any value, that no violation may \
                              rest on, and nothing else changes";
            self.cx.program.add_note(Note {
                subject: NAME.into(),
                kind: NoteKind::InlineAssembly,
                assumption: assumption.into(),
                may_hide: false,
                span: self.body.span,
            });
        }
        let mut arguments = call.args.iter();
        let mut inputs = Vec::new();
        for operand in &operands {
            if operand.output && !operand.indirect {
                continue;
            }
            let Some(argument) = arguments.next() else {
                return Err(Unsupported::new("inline assembly with too few operands"));
            };
            if operand.output && !harmless {
                self.write_operand(argument)?;
            } else if writes_memory && matches!(argument.ty, llvm::Type::Ptr { .. }) {
                let dst = self.operand(&argument.ty, &argument.value)?;
                self.body.push(StmtKind::MemHavoc {
                    dst,
                    len: None,
                    source: InputSource::written(ASSEMBLY, true),
                    among: None,
                });
            }
            if !operand.output {
                inputs.push((operand.text, argument));
            }
        }
        if let Some(order) = fence(asm.template.trim()) {
            self.body.push(StmtKind::Fence(order));
        }
        let outputs: Vec<&Operand<'_>> = operands
            .iter()
            .filter(|operand| operand.output && !operand.indirect)
            .collect();
        self.register_outputs(call, &outputs, if harmless { &inputs } else { &[] })
    }

    /// Follows the instructions if all of them are known; otherwise adds nothing.
    fn followed(
        &mut self,
        call: &'m Call,
        asm: &'m InlineAsm,
        constraints: &[&str],
        operands: &[Operand<'_>],
    ) -> Lowered<Option<Option<Expr>>> {
        let instructions = parse(&asm.template).filter(|_| !asm.intel && !traps(&asm.template));
        let Some(instructions) = instructions else {
            return Ok(None);
        };
        let ret = self.cx.lower_type(self.unit, &call.ret)?;
        let registers = |operand: &&Operand<'_>| operand.output && !operand.indirect;
        let types: Vec<TypeId> = match operands.iter().filter(registers).count() {
            0 => Vec::new(),
            1 => vec![ret],
            _ => {
                let components = self.cx.program.types.components(ret);
                components.into_iter().map(|(_, ty)| ty).collect()
            }
        };
        let before = self.body.stmts.len();
        let mut slots = self.slots(call, operands, &types)?;
        slots.extend(constraints.iter().filter_map(|text| scratch(text)));
        let Some(flags) = run(self, &instructions, &mut slots) else {
            self.body.stmts.truncate(before);
            return Ok(None);
        };
        let mut values = Vec::with_capacity(types.len());
        let outputs = operands
            .iter()
            .zip(&slots)
            .filter(|(operand, _)| registers(operand));
        for ((operand, slot), ty) in outputs.zip(&types) {
            let Some(value) = self.result(operand, slot, *ty, &flags) else {
                self.body.stmts.truncate(before);
                return Ok(None);
            };
            values.push(value);
        }
        for instruction in &instructions {
            if let Some(order) = fence(instruction.name) {
                self.body.push(StmtKind::Fence(order));
            }
        }
        Ok(Some(match values.len() {
            0 => (ret != TypeTable::VOID).then_some(Expr::Undef(ret)),
            1 => values.pop(),
            _ => Some(Expr::Aggregate(ret, values)),
        }))
    }

    /// The operands before the first instruction.
    fn slots(
        &mut self,
        call: &'m Call,
        operands: &[Operand<'_>],
        types: &[TypeId],
    ) -> Lowered<Vec<Slot>> {
        let mut slots = Vec::with_capacity(operands.len());
        let mut arguments = call.args.iter();
        let mut types = types.iter();
        for operand in operands {
            if operand.output && !operand.indirect {
                let ty = types.next().copied().unwrap_or(TypeTable::VOID);
                slots.push(
                    if let Type::Int(width) = self.cx.program.types.get(ty)
                        && !operand.text.contains('@')
                    {
                        Slot::Register {
                            width: *width,
                            value: None,
                            output: true,
                            own: operand.early,
                            name: named(operand.text),
                        }
                    } else {
                        Slot::Other
                    },
                );
                continue;
            }
            let Some(argument) = arguments.next() else {
                return Err(Unsupported::new("inline assembly with too few operands"));
            };
            let slot = self.argument_slot(argument, operand)?;
            let tied = operand.text.parse::<usize>().ok();
            let slot = match tied {
                Some(tied) if tied < slots.len() => tie(&mut slots[tied], tied, slot),
                Some(_) | None => slot,
            };
            slots.push(slot);
        }
        Ok(slots)
    }

    fn argument_slot(
        &mut self,
        argument: &'m llvm::Argument,
        operand: &Operand<'_>,
    ) -> Lowered<Slot> {
        let value = self.operand(&argument.ty, &argument.value)?;
        if operand.indirect {
            let Some(ty) = argument.attrs.ty("elementtype") else {
                return Ok(Slot::Other);
            };
            let ty = self.cx.lower_type(self.unit, ty)?;
            return Ok(if let Type::Int(width) = self.cx.program.types.get(ty) {
                Slot::Memory {
                    pointer: value,
                    width: *width,
                }
            } else {
                Slot::Other
            });
        }
        let ty = self.cx.lower_type(self.unit, &argument.ty)?;
        Ok(if let Type::Int(width) = self.cx.program.types.get(ty) {
            Slot::Register {
                width: *width,
                value: Some(value),
                output: false,
                own: false,
                name: named(operand.text),
            }
        } else {
            Slot::Other
        })
    }

    /// The value of an output after the last instruction.
    fn result(
        &mut self,
        operand: &Operand<'_>,
        slot: &Slot,
        ty: TypeId,
        flags: &Flags,
    ) -> Option<Expr> {
        if let Some((_, code)) = operand.text.split_once("@cc") {
            let width = self.int_width(ty).ok()?;
            let flag = flags.condition(code.trim_end_matches('}'))?;
            let flag = self.body.assign(TypeTable::BOOL, flag);
            let value = fold::resize(&mut self.cx.program.types, flag, 1, width, false);
            return Some(self.body.assign(ty, value));
        }
        match slot {
            Slot::Register { value, .. } => {
                let value = value.clone();
                Some(
                    value.unwrap_or_else(|| self.havoc(ty, InputSource::Unmodelled(OUTPUT.into()))),
                )
            }
            Slot::Memory { .. } | Slot::Same(_) | Slot::Other => None,
        }
    }

    /// Gives an output in memory any value.
    fn write_operand(&mut self, argument: &'m llvm::Argument) -> Lowered<()> {
        let Some(ty) = argument.attrs.ty("elementtype") else {
            return Err(Unsupported::new("inline assembly with an untyped operand"));
        };
        let ty = self.cx.lower_type(self.unit, ty)?;
        let dst = self.operand(&argument.ty, &argument.value)?;
        let scalar = matches!(
            self.cx.program.types.get(ty),
            Type::Int(_) | Type::Float(_) | Type::Ptr
        );
        if scalar {
            let value = self.havoc(ty, InputSource::Unmodelled(OUTPUT.into()));
            return self.store_value(false, ty, value, dst, 1);
        }
        let size = self.cx.program.types.alloc_size(ty);
        self.body.push(StmtKind::MemHavoc {
            dst,
            len: Some(Expr::int(self.cx.pointer_bits(), size)),
            source: InputSource::written(ASSEMBLY, true),
            among: None,
        });
        Ok(())
    }

    /// The values of outputs in registers: those of the inputs tied to them, or any.
    fn register_outputs(
        &mut self,
        call: &'m Call,
        outputs: &[&Operand<'_>],
        tied: &[(&str, &'m llvm::Argument)],
    ) -> Lowered<Option<Expr>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        match outputs {
            [] => Ok((ty != TypeTable::VOID).then_some(Expr::Undef(ty))),
            [output] => self.register_output(output, 0, ty, tied).map(Some),
            several => {
                let components = self.cx.program.types.components(ty);
                if components.len() != several.len() {
                    return Err(Unsupported::new("inline assembly with odd results"));
                }
                let mut items = Vec::with_capacity(several.len());
                for (index, output) in several.iter().enumerate() {
                    items.push(self.register_output(output, index, components[index].1, tied)?);
                }
                Ok(Some(Expr::Aggregate(ty, items)))
            }
        }
    }

    fn register_output(
        &mut self,
        output: &Operand<'_>,
        index: usize,
        ty: TypeId,
        tied: &[(&str, &'m llvm::Argument)],
    ) -> Lowered<Expr> {
        let number = index.to_string();
        if let Some((_, input)) = tied.iter().find(|(text, _)| *text == number) {
            let from = self.cx.lower_type(self.unit, &input.ty)?;
            let value = self.operand(&input.ty, &input.value)?;
            if let Some(value) = self.adapted(value, from, ty) {
                return Ok(value);
            }
        }
        // A condition code is zero or one.
        if output.text.contains("@cc") {
            let width = self.int_width(ty)?;
            let flag = self.havoc(TypeTable::BOOL, InputSource::Unmodelled(OUTPUT.into()));
            let value = fold::resize(&mut self.cx.program.types, flag, 1, width, false);
            return Ok(self.body.assign(ty, value));
        }
        Ok(self.havoc(ty, InputSource::Unmodelled(OUTPUT.into())))
    }

    /// `asm goto`: continues at any of the labels, or after it.
    pub fn jumping_assembly(
        &mut self,
        call: &'m Call,
        instruction: &'m Instruction,
        fallthrough: &Ident,
        labels: &[Ident],
    ) -> Lowered<Terminator> {
        let llvm::Value::InlineAsm(asm) = &call.callee else {
            return Err(Unsupported::new("callbr of something other than assembly"));
        };
        let value = self.inline_assembly(call, asm)?;
        self.bind(instruction, value);
        let int = self.cx.program.types.int(32);
        let choice = self.havoc(int, InputSource::Unmodelled(JUMP.into()));
        let mut cases = Vec::with_capacity(labels.len());
        for (index, label) in labels.iter().enumerate() {
            cases.push((Bv::from_u64(32, index as u64 + 1), self.label(label)?));
        }
        Ok(Terminator::Switch {
            value: choice,
            cases,
            default: self.label(fallthrough)?,
        })
    }
}

/// An input that is in the register of an output.
fn tie(output: &mut Slot, number: usize, input: Slot) -> Slot {
    match (output, input) {
        (
            Slot::Register { width, value, .. },
            Slot::Register {
                width: other,
                value: given,
                ..
            },
        ) if *width == other => {
            *value = given;
            Slot::Same(number)
        }
        (output, _) => {
            *output = Slot::Other;
            Slot::Other
        }
    }
}

/// The register that a constraint names.
fn named(constraint: &str) -> Option<&'static str> {
    let name = constraint.strip_prefix('{')?.strip_suffix('}')?;
    register(name).map(|(register, _)| register)
}

/// A register that the instructions may use besides the operands.
fn scratch(constraint: &str) -> Option<Slot> {
    let name = named(constraint.strip_prefix('~')?)?;
    Some(Slot::Register {
        width: 64,
        value: None,
        output: true,
        own: true,
        name: Some(name),
    })
}

/// Whether the instructions end the execution: `ud2` does.
pub(crate) fn traps(template: &str) -> bool {
    template
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .any(|word| word == "ud2")
}

/// The parts of a constraint string; commas inside braces do not count.
fn split(text: &Arc<str>) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0u32);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The operand a constraint describes; `None` for labels and clobbers.
fn operand(constraint: &str) -> Option<Operand<'_>> {
    if constraint.is_empty() || constraint.starts_with(['~', '!']) {
        return None;
    }
    let output = constraint.starts_with('=');
    let early = constraint.contains('&');
    let text = constraint.trim_start_matches(['=', '&', '+', '%']);
    let indirect = text.starts_with('*');
    Some(Operand {
        text: text.trim_start_matches('*'),
        output,
        early,
        indirect,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invalid_instruction_is_seen() {
        assert!(traps("1:\tud2\n.pushsection __bug_table"));
        assert!(!traps("mov %0, ud2x"));
    }

    #[test]
    fn constraints_are_told_apart() {
        let text: Arc<str> = "=&r,=*m,r,*m,0,!i,~{memory},={@ccz}".into();
        let operands: Vec<_> = split(&text).into_iter().filter_map(operand).collect();
        let shape: Vec<(&str, bool, bool)> = operands
            .iter()
            .map(|operand| (operand.text, operand.output, operand.indirect))
            .collect();
        assert_eq!(
            shape,
            [
                ("r", true, false),
                ("m", true, true),
                ("r", false, false),
                ("m", false, true),
                ("0", false, false),
                ("{@ccz}", true, false),
            ]
        );
    }
}
