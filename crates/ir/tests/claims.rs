//! Claims keep their ids whatever passes do to the statements around them.

use cassay_ir::text::{parse, print};
use cassay_ir::*;

const TEXT: &str = "fn f(%0: i32) -> void { \
    bb0: assert ne(%0, 0) [bounds] assert ne(%0, 1) [shift] goto bb1 \
    bb1: fence seq_cst assert #5 ne(%0, 2) [assertion] \"x != 2\" return }";

fn numbers(program: &Program) -> Vec<u32> {
    program.claim_ids().map(|claim| claim.0).collect()
}

/// The class of each claim, by its number.
fn classes(program: &Program) -> Vec<(u32, PropertyClass)> {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let stmts = blocks.flat_map(|block| &block.stmts);
    let mut found: Vec<_> = stmts
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Assert {
                claim, property, ..
            } => Some((claim.0, property.class)),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn claims_without_a_number_get_one_that_is_free() {
    let program = parse(TEXT).unwrap();
    assert_eq!(numbers(&program), [6, 7, 5]);
    assert_eq!(program.claims.count(), 8);
    assert!(program.claims_are_unique());
}

#[test]
fn numbers_read_back() {
    let mut program = parse(TEXT).unwrap();
    assert_eq!(parse(&print(&program)).unwrap(), program);
    // The number of a claim that is gone does not come back.
    program.functions[FuncId(0)].blocks[BlockId(0)].stmts.pop();
    let mut again = parse(&print(&program)).unwrap();
    assert_eq!(again, program);
    assert_eq!(again.claims.fresh(), ClaimId(8));
}

#[test]
fn bad_numbers_are_refused() {
    for text in [
        "claims 4294967295",
        "fn f() -> void { bb0: assert #2147483647 true [bounds] return }",
        "fn f() -> void { bb0: assert #-1 true [bounds] return }",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn statements_may_be_inserted_moved_and_deleted() {
    let mut program = parse(TEXT).unwrap();
    let before = classes(&program);
    let claim = program.claims.fresh();
    let blocks = &mut program.functions[FuncId(0)].blocks;
    // A pass that moves all to the second block, back to front, puts others between, and deletes.
    let moved = std::mem::take(&mut blocks[BlockId(0)].stmts);
    let mut stmts = Vec::new();
    for stmt in moved.into_iter().chain(blocks[BlockId(1)].stmts.drain(..)) {
        let span = stmt.span;
        stmts.insert(0, stmt);
        let kind = StmtKind::Fence(cassay_ir::MemoryOrder::SeqCst);
        stmts.insert(0, Stmt { kind, span });
    }
    let span = stmts[0].span;
    let kind = StmtKind::Assert {
        claim,
        cond: Expr::bool(true),
        property: Property::of(PropertyClass::DivisionByZero),
    };
    stmts.insert(0, Stmt { kind, span });
    blocks[BlockId(1)].stmts = stmts;
    verify(&program).unwrap();
    let mut expected = before.clone();
    expected.push((claim.0, PropertyClass::DivisionByZero));
    assert_eq!(classes(&program), expected);
    let gone = |stmt: &Stmt| stmt.kind.claim() != Some(ClaimId(6));
    let block = &mut program.functions[FuncId(0)].blocks[BlockId(1)];
    block.stmts.retain(gone);
    expected.retain(|(number, _)| *number != 6);
    assert_eq!(classes(&program), expected);
    assert_eq!(parse(&print(&program)).unwrap(), program);
}

#[test]
fn copies_of_a_claim_claim_the_same() {
    let errors = |text: &str| match verify(&parse(text).unwrap()) {
        Ok(()) => String::new(),
        Err(errors) => errors[0].to_string(),
    };
    let copies = "fn f() -> void { bb0: assert #3 true [bounds] assert #3 false [bounds] return }";
    assert_eq!(errors(copies), "");
    assert!(!parse(copies).unwrap().claims_are_unique());
    assert_eq!(
        errors("fn f() -> void { bb0: assert #3 true [bounds] assert #3 true [shift] return }"),
        "f: bb0: statement 1: claim3 is another property elsewhere"
    );
    let mut program = parse("fn f() -> void { bb0: assert true [bounds] return }").unwrap();
    program.claims = ClaimIds::default();
    let error = verify(&program).unwrap_err()[0].to_string();
    assert_eq!(error, "f: bb0: statement 0: claim0 was never given out");
}
