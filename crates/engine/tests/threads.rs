//! Random programs with threads: symbolic execution finds the violations and the final states that an
//! enumeration of all interleavings finds, and its counterexamples replay.
//!
//! `CASSAY_THREADS` sets the number of programs for longer campaigns.

use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_engine::inputs_of;
use cassay_explore::{Contents, Limits, explore};
use cassay_interp::{Follow, Outcome, Silent, run_scheduled};
use cassay_ir::arbitrary::{delaying_threads_text, lock_order_text, threads_text};
use cassay_ir::sharing::claims_progress;
use cassay_ir::{ClaimId, FuncId, GlobalId, MemoryModel, Program};
use cassay_solver::{Answer, Chain, Configuration, Settings, Solver, assemble};
use cassay_symex::{Bounds, Equation, Obligation, execute};
use cassay_term::{Pool, TermId, symbols_of};
use std::collections::{BTreeMap, BTreeSet};

/// The shared variables whose final values are compared.
const SHARED: [&str; 3] = ["a", "b", "c"];

/// The number of programs; fewer where stores are delayed, because there are more states.
fn count(model: MemoryModel) -> u64 {
    let wanted = std::env::var("CASSAY_THREADS").ok();
    match wanted.and_then(|n| n.parse().ok()) {
        Some(wanted) => wanted,
        None if model.is_weak() => 60,
        None => 250,
    }
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
    fn new(program: &Program, entry: FuncId, model: MemoryModel) -> Asked {
        let mut pool = cassay_simplify::pool();
        let bounds = Bounds {
            unwind: 4,
            model,
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
            // Another claim may be violated earlier in the same execution. A deadlock is one of all claims
            // before which threads wait.
            let stuck = outcome.without_progress(program, claim).is_some();
            let replayed = stuck || matches!(outcome, Outcome::Violation { .. });
            assert!(
                replayed,
                "{claim} ends with {outcome:?}\n{inputs:?}\n{}",
                cassay_ir::text::print(program)
            );
        }
        violated
    }
}

/// A random program for a memory model.
fn program_text(model: MemoryModel, seed: u64, size: u64) -> String {
    match model {
        MemoryModel::Sc => threads_text(seed, size),
        MemoryModel::Tso | MemoryModel::Pso if seed.is_multiple_of(2) => {
            delaying_threads_text(seed, size)
        }
        MemoryModel::Tso | MemoryModel::Pso => litmus_text(seed),
    }
}

/// A random litmus test: threads store to `a` and `b`, load them, and add up what they found in `c`, where
/// every combination has a number of its own.
fn litmus_text(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |bound: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % bound
    };
    let count = 2 + below(4) / 3;
    let mut text = String::from("target 64\n");
    text.extend(SHARED.map(|name| format!("global @{name}: i32\n")));
    let mut weight = 1;
    for thread in 0..count {
        text.push_str(&format!("fn t{thread}(%0: ptr) -> ptr {{\nbb0:\n"));
        let (mut temps, mut sum) = (1, String::from("0"));
        for _ in 0..3 + below(2) {
            let (name, value) = (SHARED[below(2) as usize], 1 + below(2));
            text.push_str(&match below(16) {
                0..=6 => format!("  store i32 {value} -> @{name}\n"),
                7 => format!("  store atomic release i32 {value} -> @{name}\n"),
                8 => "  fence seq_cst\n".to_owned(),
                9 => "  fence release\n".to_owned(),
                _ if temps > 2 => format!("  store i32 {value} -> @{name}\n"),
                _ => {
                    sum = format!("add({sum}, mul(%{temps}, {weight}))");
                    weight *= 3;
                    temps += 1;
                    format!("  %{}: i32 = load @{name}\n", temps - 1)
                }
            });
        }
        text.push_str(&format!(
            "  atomic_begin\n  %{temps}: i32 = load @c\n  store i32 add(%{temps}, {sum}) -> @c\n  atomic_end\n  \
             return %0\n}}\n"
        ));
    }
    text.push_str("fn main() -> void {\nbb0:\n");
    for thread in 0..count {
        text.push_str(&format!("  %{thread}: i32 = spawn t{thread}(null)\n"));
    }
    for thread in 0..count {
        text.push_str(&format!("  %{}: ptr = join %{thread}\n", count + thread));
    }
    let seen = 2 * count;
    text.push_str(&format!("  %{seen}: i32 = load @c\n"));
    for claim in 0..9 {
        text.push_str(&format!(
            "  assert #{claim} ne(%{seen}, {claim}) [assertion] \"claim {claim}\"\n"
        ));
    }
    text.push_str("  return\n}\n");
    text
}

#[test]
fn violations_are_those_of_all_interleavings() {
    compare_violations(MemoryModel::Sc);
}

#[test]
fn violations_under_total_store_order() {
    compare_violations(MemoryModel::Tso);
}

#[test]
fn violations_under_partial_store_order() {
    compare_violations(MemoryModel::Pso);
}

fn compare_violations(model: MemoryModel) {
    let (mut compared, mut violated, mut safe, mut weak) = (0, 0, 0, 0);
    for seed in 0..count(model) {
        let (program, entry) = read(&program_text(model, seed, 2 + seed % 4));
        let found = explore(&program, entry, model, &[], &Limits::default());
        if found.end.is_some() || !found.all_inputs {
            continue;
        }
        let symbolic = Asked::new(&program, entry, model).violated(&program, entry);
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
        if model.is_weak() {
            let strong = explore(&program, entry, MemoryModel::Sc, &[], &Limits::default());
            weak += u64::from(strong.violations.len() < found.violations.len());
        }
    }
    let all = count(model);
    let expected = if model.is_weak() { all / 60 } else { 0 };
    assert!(weak >= expected, "{weak} of {compared} violate more");
    assert!(
        compared > all / 2 && violated > all / 20 && safe > all / 20,
        "{compared} {violated} {safe}"
    );
}

/// A program has a deadlock exactly if an enumeration comes to one, with its own claims or without.
#[test]
fn deadlocks_are_those_of_all_interleavings() {
    compare_deadlocks(MemoryModel::Sc);
}

#[test]
fn deadlocks_under_partial_store_order() {
    compare_deadlocks(MemoryModel::Pso);
}

fn compare_deadlocks(model: MemoryModel) {
    let (mut compared, mut stuck) = (0, 0);
    let all = count(model) + count(model) / 5;
    for seed in 0..all {
        let (mut program, entry) = read(&threads_text(seed.wrapping_mul(31), 2 + seed % 4));
        let mut checks = CheckSet::none();
        checks.set("deadlock", true);
        checks.set("assertions", seed % 2 == 0);
        cassay_checks::apply(&mut program, &checks);
        let found = explore(&program, entry, model, &[], &Limits::default());
        if found.end.is_some() || !found.all_inputs {
            continue;
        }
        let about_progress: BTreeSet<ClaimId> = program
            .functions
            .iter()
            .flat_map(|function| function.statements())
            .filter_map(|stmt| claims_progress(&stmt.kind))
            .map(|(claim, _)| claim)
            .collect();
        let symbolic = Asked::new(&program, entry, model).violated(&program, entry);
        let symbolic = symbolic.iter().any(|claim| about_progress.contains(claim));
        assert_eq!(
            symbolic,
            found.deadlock.is_some(),
            "seed {seed}\n{}",
            cassay_ir::text::print(&program)
        );
        compared += 1;
        stuck += u64::from(symbolic);
    }
    assert!(
        compared > all / 2 && stuck > all / 20,
        "{compared} {stuck} of {all}"
    );
}

/// Compares the violated claims of programs with those that an enumeration finds.
fn compare(programs: impl Iterator<Item = Program>, least: u64) {
    let (mut all, mut compared, mut violated) = (0, 0, 0);
    for program in programs {
        all += 1;
        let entry = program.find_function("main").expect("a function main");
        let found = explore(&program, entry, MemoryModel::Sc, &[], &Limits::default());
        if found.end.is_some() || !found.all_inputs {
            continue;
        }
        let symbolic = Asked::new(&program, entry, MemoryModel::Sc).violated(&program, entry);
        let text = || cassay_ir::text::print(&program);
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
    }
    assert!(
        compared > all / 2 && violated > all / least,
        "{compared} {violated} of {all}"
    );
}

/// Locks are acquired in conflicting orders exactly if an enumeration comes to such acquisitions.
#[test]
fn lock_orders_are_those_of_all_interleavings() {
    let seeds = 0..count(MemoryModel::Sc) + count(MemoryModel::Sc) / 5;
    let programs = seeds.map(|seed| read(&lock_order_text(seed.wrapping_mul(17), 2 + seed % 4)).0);
    compare(programs, 40);
}

/// Another thread writes between a read and a write exactly if it does in an interleaving.
#[test]
fn changes_are_those_of_all_interleavings() {
    let programs = (0..count(MemoryModel::Sc)).map(|seed| {
        let (mut program, _) = read(&threads_text(seed.wrapping_mul(13), 2 + seed % 3));
        let mut checks = CheckSet::none();
        checks.set("atomicity", true);
        cassay_checks::apply(&mut program, &checks);
        program
    });
    compare(programs, 10);
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
    compare_final_states(MemoryModel::Sc);
}

#[test]
fn final_states_under_total_store_order() {
    compare_final_states(MemoryModel::Tso);
}

#[test]
fn final_states_under_partial_store_order() {
    compare_final_states(MemoryModel::Pso);
}

fn compare_final_states(model: MemoryModel) {
    let (mut compared, mut many, mut weak) = (0, 0, 0);
    for seed in 0..count(model) / 2 {
        let text = program_text(model, seed.wrapping_mul(7919), 2 + seed % 3);
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
        let found = explore(&program, entry, model, &globals, &Limits::default());
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
        let mut asked = Asked::new(&program, entry, model);
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
        if model.is_weak() {
            let (program, entry) = read(&text);
            let strong = explore(
                &program,
                entry,
                MemoryModel::Sc,
                &globals,
                &Limits::default(),
            );
            let found: BTreeSet<_> = found.finals.keys().collect();
            assert!(strong.finals.keys().all(|finals| found.contains(finals)));
            weak += u64::from(strong.finals.len() < found.len());
        }
    }
    let all = count(model) / 2;
    assert!(compared > all / 2 && many > all / 5, "{compared} {many}");
    let expected = if model.is_weak() { all / 60 } else { 0 };
    assert!(
        weak >= expected,
        "{weak} of {compared} have more final states"
    );
}
