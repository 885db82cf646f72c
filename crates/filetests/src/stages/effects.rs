//! Points-to sets, and what loops may write.

use super::{Stage, blocks_of, loops, place};
use crate::File;
use cassay_effects::{Effects, PointsTo, Target};
use cassay_ir::{FuncId, Program, TempId, Variable};
use std::collections::BTreeSet;
use std::fmt::Write as _;

pub(super) const STAGE: Stage = Stage {
    name: "effects",
    directives: &[],
    run,
};

fn run(file: &File) -> Result<String, String> {
    let program = &file.program;
    let effects = Effects::of(program).ok_or("the program is too large")?;
    let mut out = points_to(program, &effects.points_to);
    for (id, of, name, order) in loops(program) {
        let blocks = blocks_of(program, id, of, &order);
        let _ = writeln!(out, "loop {name}");
        match effects.writes(id, &blocks) {
            Err(why) => {
                let _ = writeln!(out, "  refused: {why}");
            }
            Ok(writes) => {
                for (variable, leaves) in &writes.leaves {
                    for leaf in leaves {
                        let size = program.types.alloc_size(leaf.ty);
                        let name = variable_name(program, id, *variable);
                        let _ = writeln!(out, "  writes {name}+{} ({size} bytes)", leaf.offset);
                    }
                }
                for variable in &writes.whole {
                    let name = variable_name(program, id, *variable);
                    let _ = writeln!(out, "  writes all of {name}");
                }
                for (variable, offset) in &writes.behind {
                    let name = variable_name(program, id, *variable);
                    let _ = writeln!(out, "  writes what {name}+{offset} leads to");
                }
                for TempId(temp) in &writes.temps {
                    let _ = writeln!(out, "  carries %{temp}");
                }
                for target in &writes.exposed {
                    let _ = writeln!(out, "  exposed: {}", target_name(program, *target));
                }
            }
        }
    }
    Ok(out)
}

fn points_to(program: &Program, points_to: &PointsTo) -> String {
    let mut out = String::new();
    let mut line = |what: String, targets: BTreeSet<Target>| {
        if !targets.is_empty() {
            let names = targets.iter().map(|target| target_name(program, *target));
            let names: Vec<String> = names.collect();
            let _ = writeln!(out, "{what} -> {}", names.join(", "));
        }
    };
    for (id, _) in program.globals.iter_enumerated() {
        let target = Target::Global(id);
        line(target_name(program, target), points_to.contents(target));
    }
    for (id, function) in program.functions.iter_enumerated() {
        for local in function.locals.ids() {
            let target = Target::Local(id, local);
            line(target_name(program, target), points_to.contents(target));
        }
        for temp in function.temps.ids() {
            let what = format!("{} %{}", function.name, temp.0);
            line(what, points_to.temp(id, temp));
        }
        for (block, contents) in function.blocks.iter_enumerated() {
            for index in 0..contents.stmts.len() {
                let target = Target::Allocated(id, block, index);
                line(target_name(program, target), points_to.contents(target));
            }
        }
    }
    out
}

fn target_name(program: &Program, target: Target) -> String {
    match target {
        Target::Local(function, local) => variable_name(program, function, Variable::Local(local)),
        Target::Global(id) => format!("@{}", program.globals[id].name),
        Target::Allocated(function, block, stmt) => {
            format!("object of {}", place(program, function, block, stmt))
        }
        Target::Function(id) => format!("{}()", program.functions[id].name),
    }
}

fn variable_name(program: &Program, function: FuncId, variable: Variable) -> String {
    match variable {
        Variable::Local(local) => {
            let function = &program.functions[function];
            format!("{}.{}", function.name, function.locals[local].name)
        }
        Variable::Global(id) => format!("@{}", program.globals[id].name),
    }
}
