//! Claims are told apart by their ids, through the whole pipeline and in the program of every
//! inductive step.

use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_induction::{Facts, LoopRef};
use cassay_ir::claims::ClaimIndex;
use cassay_ir::order::Order;
use cassay_ir::{ClaimId, FuncId, Program, verify};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A program of the end-to-end tests with all checks, as the strategies get it.
fn compiled(path: &str) -> (Program, FuncId) {
    let checks = CheckSet::default();
    let options = cassay_frontend::Options {
        sanitizers: cassay_checks::sanitizers(&checks)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        ..cassay_frontend::Options::default()
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let compiled = cassay_frontend::compile(&[folder.join(path)], &options);
    let mut program = compiled.expect("the program compiles");
    let plan = cassay_passes::Plan::new(&checks, None);
    let start = cassay_passes::prepare(&mut program, "main", &plan);
    let start = start.expect("passes keep it well-formed");
    let start = start.expect("there is a main function");
    (program, start)
}

fn loops(program: &Program) -> BTreeSet<LoopRef> {
    let functions = program.functions.iter_enumerated();
    let with_body = functions.filter(|(_, function)| function.has_body());
    with_body
        .flat_map(|(id, function)| {
            let loops: Vec<LoopRef> = Order::new(function)
                .loops()
                .ids()
                .map(|found| (id, found))
                .collect();
            loops
        })
        .collect()
}

/// With loops, library models, several claims in a line, lives of objects.
const PROGRAMS: [&str; 5] = [
    "loops/nested.c",
    "induction/call_in_loop_with_loop.c",
    "induction/array_filled.c",
    "library/copies.c",
    "induction/claim_behind_loop.c",
];

#[test]
fn no_two_claims_share_an_id() {
    for path in PROGRAMS {
        let (program, _) = compiled(path);
        assert!(program.claims_are_unique(), "{path}");
        let index = ClaimIndex::new(&program);
        let names: BTreeSet<&str> = index.iter().map(|claim| &*claim.name).collect();
        assert_eq!(names.len(), program.claim_ids().count(), "{path}");
        assert!(!names.is_empty(), "{path}");
    }
}

#[test]
fn copies_in_a_step_are_claims_of_the_program() {
    let mut copied = 0;
    for path in PROGRAMS {
        let (program, entry) = compiled(path);
        let own: BTreeSet<ClaimId> = program.claim_ids().collect();
        let mut loops = loops(&program);
        for refusal in cassay_induction::refusals(&program, &loops) {
            loops.remove(&refusal.of);
        }
        let conjectures = cassay_induction::conjectures(&program, entry, &loops, &Stop::new());
        let guarded: BTreeSet<usize> = (0..conjectures.len()).collect();
        for k in [1, 3] {
            let facts = Facts {
                conjectures: &conjectures,
                known: &BTreeSet::new(),
                guarded: &guarded,
            };
            let Ok(step) = cassay_induction::step(&program, entry, &loops, &facts, k) else {
                continue;
            };
            verify(&step.program).unwrap_or_else(|errors| panic!("{path}: {errors:?}"));
            let found: Vec<ClaimId> = step.program.claim_ids().collect();
            let (of_program, others): (Vec<ClaimId>, Vec<ClaimId>) =
                found.into_iter().partition(|claim| own.contains(claim));
            copied += of_program.len() - own.len();
            let missing = own.iter().find(|claim| !of_program.contains(claim));
            assert_eq!(missing, None, "{path}, k = {k}");
            let conjectured = others
                .iter()
                .all(|claim| step.conjectures.contains_key(claim));
            assert!(conjectured, "{path}, k = {k}");
        }
    }
    assert!(copied > 0, "no step has copied a claim");
}

#[test]
fn discharging_leaves_the_open_claims_alone() {
    for path in PROGRAMS {
        let (program, entry) = compiled(path);
        let analysis = cassay_absint::analyse(&program, entry, &Stop::new());
        let open = |claim: &ClaimId| analysis.claim(*claim) == cassay_absint::Verdict::Open;
        let mut discharged = program.clone();
        let holds = |claim: ClaimId| !open(&claim);
        cassay_passes::cut_where_claims_hold(&mut discharged, &holds);
        analysis.discharge(&mut discharged);
        let left: Vec<ClaimId> = discharged.claim_ids().collect();
        let expected: Vec<ClaimId> = program.claim_ids().filter(open).collect();
        assert_eq!(left, expected, "{path}");
    }
}
