//! Random programs with threads: symbolic execution finds the violations and the final states that an
//! enumeration of all interleavings finds, and its counterexamples replay.
//!
//! `CASSAY_THREADS` sets the number of programs for longer campaigns.

use cassay_base::Stop;
use cassay_engine::inputs_of;
use cassay_explore::{Contents, Limits, explore};
use cassay_interp::{Follow, Outcome, Silent, run_scheduled};
use cassay_ir::arbitrary::threads_text;
use cassay_ir::{ClaimId, FuncId, GlobalId, Program};
use cassay_solver::{Answer, Chain, Configuration, Settings, Solver, assemble};
use cassay_symex::{Bounds, Equation, Obligation, execute};
use cassay_term::{Pool, TermId, symbols_of};
use std::collections::{BTreeMap, BTreeSet};

/// The shared variables whose final values are compared.
const SHARED: [&str; 3] = ["a", "b", "c"];

fn count() -> u64 {
    let wanted = std::env::var("CASSAY_THREADS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(250)
}

fn solver() -> Box<dyn Solver> {
    let configuration = Configuration {
        backend: cassay_solver_cadical::BACKEND,
        settings: Settings::default(),
    };
    let chain = Chain {
        pool: Some(cassay_simplify::pool),
        ..Chain::default()
    };
    assemble(&configuration, chain).expect("an instance")
}

fn read(text: &str) -> (Program, FuncId) {
    let program = cassay_ir::text::parse(text).expect("it is well-formed");
    let entry = program.find_function("main").expect("a function main");
    (program, entry)
}

/// Questions about the obligations of one program.
struct Asked {
    pool: Pool,
    equation: Equation,
    solver: Box<dyn Solver>,
}

impl Asked {
    fn new(program: &Program, entry: FuncId, contexts: Option<u32>) -> Asked {
        let mut pool = cassay_simplify::pool();
        let bounds = Bounds {
            unwind: 4,
            contexts,
            ..Bounds::default()
        };
        let equation = execute(program, entry, &mut pool, &bounds, &Stop::new());
        let equation = equation.expect("nobody stops it");
        let mut solver = solver();
        for fact in &equation.constraints {
            solver.assert(&pool, *fact).expect("it is a fact");
        }
        Asked {
            pool,
            equation,
            solver,
        }
    }

    fn violation(&mut self, obligation: &Obligation) -> TermId {
        let not = self.pool.not(obligation.cond);
        let here = self.pool.and(obligation.guard, not);
        self.pool.and(obligation.assumptions, here)
    }

    fn is_possible(&mut self, question: TermId) -> bool {
        match self.solver.check(&self.pool, &[question]) {
            Ok(Answer::Sat) => true,
            Ok(Answer::Unsat) => false,
            other => panic!("{other:?}"),
        }
    }

    /// The claims that can be violated, each with whether its counterexample replays.
    fn violated(&mut self, program: &Program, entry: FuncId) -> BTreeSet<ClaimId> {
        let mut violated = BTreeSet::new();
        for obligation in self.equation.obligations.clone() {
            let question = self.violation(&obligation);
            if !self.is_possible(question) {
                continue;
            }
            let claim = obligation.claim();
            let claim = claim.unwrap_or_else(|| panic!("{:?} is reached", obligation.kind));
            violated.insert(claim);
            let mut roots = self.equation.constraints.clone();
            roots.push(question);
            let symbols = symbols_of(&self.pool, &roots);
            let model = self.solver.model(&self.pool, &symbols).expect("a model");
            let inputs = inputs_of(&self.pool, &model, &self.equation, Some(&obligation));
            let outcome = run_scheduled(
                program,
                entry,
                &mut inputs.oracle(),
                &mut Silent,
                &cassay_interp::Limits::default(),
                &mut Follow::new(&inputs.schedule),
            );
            // Another claim may be violated earlier in the same execution.
            let replayed = matches!(outcome, Outcome::Violation { .. });
            assert!(
                replayed,
                "{claim} ends with {outcome:?}\n{inputs:?}\n{}",
                cassay_ir::text::print(program)
            );
        }
        violated
    }
}

#[test]
fn violations_are_those_of_all_interleavings() {
    let (mut compared, mut violated, mut safe) = (0, 0, 0);
    for seed in 0..count() {
        let (program, entry) = read(&threads_text(seed, 2 + seed % 4));
        let found = explore(&program, entry, &[], &Limits::default());
        if found.end.is_some() || !found.all_inputs {
            continue;
        }
        let symbolic = Asked::new(&program, entry, None).violated(&program, entry);
        let text = || format!("seed {seed}\n{}", cassay_ir::text::print(&program));
        assert_eq!(
            symbolic.is_empty(),
            found.violations.is_empty(),
            "{symbolic:?} {:?} {}",
            found.violations,
            text()
        );
        for claim in found.violations.keys() {
            assert!(symbolic.contains(claim), "{claim} {}", text());
        }
        compared += 1;
        violated += u64::from(!symbolic.is_empty());
        safe += u64::from(symbolic.is_empty());
    }
    let all = count();
    assert!(
        compared > all / 2 && violated > all / 20 && safe > all / 20,
        "{compared} {violated} {safe}"
    );
}

/// The value of a variable of four bytes.
fn value(contents: &Contents) -> Option<u64> {
    let bytes: Option<Vec<u8>> = contents.iter().copied().collect();
    let bytes: [u8; 4] = bytes?.try_into().ok()?;
    Some(u64::from(u32::from_le_bytes(bytes)))
}

/// A program without claims, and with one for each combination of final values that says that it does
/// not occur.
fn with_claims(text: &str, tuples: &[Vec<u64>]) -> String {
    let main = text.rfind("fn main()").expect("a function main");
    let digits = |part: &str| {
        part.chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
    };
    let temps = text[main..].split('%').skip(1);
    let used = temps
        .filter_map(|part| digits(part).parse::<u32>().ok())
        .max();
    let next = used.map_or(0, |last| last + 1);
    // Other threads may still run: the values are read at once.
    let mut last = String::from("  atomic_begin\n");
    for (index, name) in SHARED.iter().enumerate() {
        last.push_str(&format!("  %{}: i32 = load @{name}\n", next + index as u32));
    }
    last.push_str("  atomic_end\n");
    for tuple in tuples {
        let differs: Vec<String> = tuple
            .iter()
            .enumerate()
            .map(|(index, value)| format!("ne(%{}, {value})", next + index as u32))
            .collect();
        last.push_str(&format!(
            "  assert or({}, or({}, {})) [assertion] \"final\"\n",
            differs[0], differs[1], differs[2]
        ));
    }
    let end = text.rfind("  return\n").expect("main returns at the end");
    format!("{}{last}{}", &text[..end], &text[end..])
}

#[test]
fn final_states_are_those_of_all_interleavings() {
    let (mut compared, mut many) = (0, 0);
    for seed in 0..count() / 2 {
        let text = threads_text(seed.wrapping_mul(7919), 2 + seed % 3);
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("assert"));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        let (program, entry) = read(&text);
        let globals: Vec<GlobalId> = SHARED
            .iter()
            .filter_map(|name| {
                let mut all = program.globals.iter_enumerated();
                all.find(|(_, global)| &*global.name == *name)
                    .map(|(id, _)| id)
            })
            .collect();
        let found = explore(&program, entry, &globals, &Limits::default());
        if found.end.is_some() || !found.all_inputs {
            continue;
        }
        let finals: BTreeSet<Vec<u64>> = found
            .finals
            .keys()
            .filter_map(|contents| contents.iter().map(value).collect())
            .collect();
        // All that occur, and neighbours of them.
        let mut tuples: BTreeMap<Vec<u64>, bool> = BTreeMap::new();
        for tuple in finals.iter().take(12) {
            tuples.insert(tuple.clone(), true);
            for index in 0..tuple.len() {
                let mut other = tuple.clone();
                other[index] = (other[index] + 1 + seed % 2) % 4;
                let occurs = finals.contains(&other);
                tuples.insert(other, occurs);
            }
        }
        let list: Vec<Vec<u64>> = tuples.keys().cloned().collect();
        let (program, entry) = read(&with_claims(&text, &list));
        let mut asked = Asked::new(&program, entry, None);
        let violated = asked.violated(&program, entry);
        let claims: Vec<ClaimId> = program.functions[entry]
            .blocks
            .iter()
            .flat_map(|block| &block.stmts)
            .filter_map(|stmt| match &stmt.kind {
                cassay_ir::StmtKind::Assert { claim, .. } => Some(*claim),
                _ => None,
            })
            .collect();
        for (claim, (tuple, occurs)) in claims.iter().zip(&tuples) {
            assert_eq!(
                violated.contains(claim),
                *occurs,
                "{tuple:?}, seed {seed}\n{text}"
            );
        }
        compared += 1;
        many += u64::from(finals.len() > 1);
    }
    let all = count() / 2;
    assert!(compared > all / 2 && many > all / 5, "{compared} {many}");
}
