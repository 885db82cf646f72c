//! Random programs are well-formed, varied, reproducible, and survive the text form.

use cassay_ir::arbitrary::{Rng, program, program_with_gaps};
use cassay_ir::text::{parse, print, print_functions};
use cassay_ir::*;
use std::collections::BTreeSet;

#[test]
fn random_programs_pass_the_verifier_and_read_back() {
    for seed in 0..400 {
        let program = program(seed, (seed % 60) as u32);
        if let Err(errors) = verify(&program) {
            panic!("seed {seed}: {}\n{}", errors[0], print_functions(&program));
        }
        let text = print(&program);
        let back = parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(back, program, "seed {seed}");
        assert!(program.find_function("main").is_some());
    }
}

#[test]
fn programs_with_gaps_pass_the_verifier_and_read_back() {
    let (mut moves, mut asks) = (0, 0);
    for seed in 0..200 {
        let program = program_with_gaps(seed, (seed % 60) as u32);
        if let Err(errors) = verify(&program) {
            panic!("seed {seed}: {}\n{}", errors[0], print_functions(&program));
        }
        let text = print(&program);
        moves += text.matches(" moves").count();
        asks += usize::from(program.asks_for_values());
        let back = parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(back, program, "seed {seed}");
    }
    assert!(
        moves > 100 && asks > 100,
        "{moves} loads move, {asks} programs ask"
    );
}

#[test]
fn the_same_seed_gives_the_same_program() {
    assert_eq!(program(7, 40), program(7, 40));
    assert_ne!(program(7, 40), program(8, 40));
}

#[test]
fn smaller_sizes_give_smaller_programs() {
    let lines = |size: u32| -> usize {
        (0..20)
            .map(|seed| print_functions(&program(seed, size)).lines().count())
            .sum()
    };
    assert!(lines(2) * 3 < lines(60));
}

#[test]
fn everything_promised_occurs() {
    let mut text = String::new();
    for seed in 0..100 {
        text.push_str(&print(&program(seed, 60)));
    }
    let words: BTreeSet<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    for word in [
        "load",
        "store",
        "memcpy",
        "memmove",
        "memset",
        "alloc",
        "free",
        "call",
        "havoc",
        "assert",
        "assume",
        "switch",
        "declare",
        "dead",
        "unreachable",
        "select",
        "component",
        "urem",
        "sdiv",
        "ashr",
        "sext",
        "trunc",
        "smul_overflows",
        "in_bounds",
        "not_freed",
        "struct",
        "zeroed_heap",
        "i1",
        "i8",
        "i16",
        "i32",
        "i64",
        "i24",
        "i128",
        "memhavoc",
        "object_size",
        "object_offset",
        "device",
        "fadd",
        "fma",
        "fremainder",
        "fcmp",
        "f16",
        "bf16",
        "f32",
        "f64",
        "f80",
        "f128",
        "rtz",
    ] {
        assert!(words.contains(word), "{word}");
    }
}

/// Calls never go round: a function calls only those before it.
#[test]
fn there_is_no_recursion() {
    for seed in 0..100 {
        let program = program(seed, 60);
        for (id, function) in program.functions.iter_enumerated() {
            for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
                if let StmtKind::Call { target, .. } = &stmt.kind {
                    assert!(callees(target).iter().all(|callee| *callee < id));
                }
            }
        }
    }
}

/// The parser survives random damage to random programs.
#[test]
fn damaged_programs_never_panic() {
    let mut rng = Rng::new(1);
    for seed in 0..200 {
        let text = print(&program(seed, 20));
        let mut bytes = text.into_bytes();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(bytes.len() as u64) as usize;
            match rng.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = b"%@#{}[]()<>-+*&\"\\,:;=0x9ab"[rng.below(26) as usize],
                _ => bytes.truncate(at.max(1)),
            }
        }
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(program) = parse(&text)
        {
            let _ = verify(&program);
            assert_eq!(parse(&print(&program)).as_ref(), Ok(&program), "{text}");
        }
    }
}

/// Whom a call can reach: pointers to functions are built where they are used.
fn callees(target: &CallTarget) -> Vec<FuncId> {
    fn visit(expr: &Expr, found: &mut Vec<FuncId>) {
        match expr {
            Expr::FuncAddr(id) => found.push(*id),
            other => other.operands(|operand| visit(operand, found)),
        }
    }
    let mut found = Vec::new();
    match target {
        CallTarget::Direct(callee) => found.push(*callee),
        CallTarget::Indirect(pointer) => visit(pointer, &mut found),
    }
    assert!(!found.is_empty());
    found
}
