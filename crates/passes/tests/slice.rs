//! Slicing changes no execution that anybody can tell from another: random programs end in the same way
//! with and without it.

use cassay_bv::Bv;
use cassay_checks::CheckSet;
use cassay_interp::{Limits, Oracle, Outcome, Silent, run};
use cassay_ir::arbitrary::{program, program_with_gaps};
use cassay_ir::{FuncId, InputSource, Program};
use cassay_passes::{Plan, find, run_one};

/// Values that depend on the seed and on what the input is called, not on how many came before:
/// taking out a use of an indefinite value moves no other input.
struct Named(u64);

impl Oracle for Named {
    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv {
        let source = source.to_string();
        let bytes = source.bytes().map(u64::from);
        let mixed = bytes.fold(self.0, |hash, byte| {
            (hash ^ byte).wrapping_mul(0x100_0000_01b3)
        });
        match width {
            0..64 => Bv::from_u64(64, mixed >> 7).extract(width.max(1) - 1, 0),
            _ => Bv::from_u64(64, mixed >> 7).zext(width),
        }
    }

    fn initial_byte(&mut self, _object: u64, offset: u64) -> u8 {
        (self.0 ^ offset) as u8
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}

/// How an execution ends, by places that slicing leaves alone.
fn end(program: &Program, entry: FuncId, seed: u64) -> String {
    let limits = Limits {
        leaps: false,
        ..Limits::default()
    };
    match run(program, entry, &mut Named(seed), &mut Silent, &limits) {
        Outcome::Violation { claim, .. } => format!("violation of {claim:?}"),
        Outcome::AssumptionFailed { at } => format!("assumption in {:?}", (at.function, at.block)),
        Outcome::InvalidAccess { at, .. } => format!("access in {:?}", (at.function, at.block)),
        Outcome::Ended { at } => format!("end in {:?}", (at.function, at.block)),
        other => format!("{other:?}"),
    }
}

fn statements(program: &Program) -> usize {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    blocks.map(|block| block.stmts.len()).sum()
}

#[test]
fn random_programs_end_in_the_same_way() {
    let slice = find("slice").expect("it is in the list");
    let checks = CheckSet::none();
    let (mut violations, mut removed) = (0, 0);
    for seed in 0..600 {
        let size = 10 + (seed as u32 % 8) * 12;
        let before = match seed % 2 {
            0 => program(seed, size),
            _ => program_with_gaps(seed, size),
        };
        let entry = before.find_function("main").expect("there is a main");
        let plan = Plan {
            slice: true,
            ..Plan::new(&checks, Some(entry))
        };
        let mut after = before.clone();
        run_one(&mut after, slice, &plan).expect("it stays well-formed");
        removed += statements(&before) - statements(&after);
        for inputs in 0..4 {
            let expected = end(&before, entry, inputs * 7919 + seed);
            let found = end(&after, entry, inputs * 7919 + seed);
            let text = cassay_ir::text::print(&after);
            assert_eq!(expected, found, "seed {seed}, size {size}\n{text}");
            violations += usize::from(expected.starts_with("violation"));
        }
    }
    assert!(violations > 50, "only {violations} violations");
    assert!(removed > 1_000, "only {removed} statements were removed");
}
