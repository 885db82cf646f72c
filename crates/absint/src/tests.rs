//! Executions against the analysis: whatever the interpreter sees, the analysis must allow.
//!
//! Random programs and the C programs of the test suite are executed on random inputs. At the start
//! of every block every cell must have a value of the abstract state there; a block that is reached
//! must not be said to be unreachable, and a claim that is violated must be open.

use crate::cells::CellId;
use crate::domains::signed;
use crate::facts::Facts;
use crate::fixpoint::Collected;
use crate::interpret::Interpreter;
use crate::value::Value;
use crate::{Analysis, Domains, Stage, Verdict, analyse};
use cassay_base::{Id, Stop};
use cassay_bv::Bv;
use cassay_checks::CheckSet;
use cassay_interp::{Byte, Context, Event, Limits, Observer, Oracle, Outcome, Silent};
use cassay_ir::order::Order;
use cassay_ir::{BlockId, FuncId, LocalId, Program, StmtKind, Variable, arbitrary};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Random answers, small numbers more often than large ones.
struct Random(arbitrary::Rng);

impl Oracle for Random {
    fn nondet(&mut self, _source: &cassay_ir::InputSource, width: u32) -> Bv {
        let bits = self.0.next_u64();
        let value = match self.0.below(6) {
            0 => bits & 1,
            1 => bits & 7,
            2 => bits % 100,
            3 => 0_u64.wrapping_sub(bits & 15),
            4 => (1_u64 << (width - 1).min(63)).wrapping_sub(bits & 3),
            _ => bits,
        };
        Bv::from_u64(width, value)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        self.0.next_u64() as u8
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}

/// Compares an execution with the states of an analysis.
struct Checker<'a, 'p> {
    facts: &'a Facts<'p>,
    results: &'a BTreeMap<FuncId, Collected<'p>>,
    locals: BTreeMap<(u64, LocalId), u64>,
    /// How many values, and differences of two, were compared.
    compared: usize,
    related: usize,
    wrong: Option<String>,
}

impl Observer for Checker<'_, '_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        let site = context.site;
        match event {
            Event::Declare { object } => {
                let block = &context.program.functions[site.function].blocks[site.block];
                if let Some(stmt) = block.stmts.get(site.stmt)
                    && let StmtKind::Declare(local) = stmt.kind
                {
                    self.locals.insert((context.frame, local), object);
                }
            }
            Event::Step if site.stmt == 0 && self.wrong.is_none() => {
                self.compare(site.function, site.block, context);
            }
            _ => {}
        }
    }
}

impl Checker<'_, '_> {
    fn compare(&mut self, function: FuncId, block: BlockId, context: &Context<'_>) {
        let place = || format!("{} {block}", context.program.functions[function].name);
        let state = self
            .results
            .get(&function)
            .and_then(|found| found.states.get(&block));
        let Some(state) = state else {
            self.wrong = Some(format!("{} is reached", place()));
            return;
        };
        let mut known: Vec<(CellId, Value)> = Vec::new();
        state.each_cell(|cell, value| known.push((cell, *value)));
        for (id, value) in known {
            let Some(bits) = self.read(function, id, context) else {
                continue;
            };
            self.compared += 1;
            if bits.is_none_or(|bits| !value.contains(bits)) {
                let cell = self.facts.cells.get(function, id);
                self.wrong = Some(format!(
                    "{}: {cell:?} is {bits:?}, not in {value:?}",
                    place()
                ));
                return;
            }
        }
        let sums = state.symbolic.bounds();
        let mut sums: Vec<(Vec<(CellId, i128)>, i128)> =
            sums.map(|(terms, bound)| (terms.to_vec(), bound)).collect();
        for (p, q, bound) in state.octagon.bounds() {
            sums.push((vec![(p.cell, p.sign()), (q.cell, q.sign())], bound));
        }
        for (x, y, bound) in state.zone().bounds() {
            sums.push((vec![(x, 1), (y, -1)], bound));
        }
        for (terms, bound) in sums {
            let number = |id: CellId| {
                let (width, is_signed) = state.reading(id)?;
                Some(self.read(function, id, context)?.map(|bits| {
                    if is_signed {
                        i128::from(signed(width, bits))
                    } else {
                        i128::from(bits)
                    }
                }))
            };
            let numbers = terms.iter().map(|(cell, _)| number(*cell));
            let Some(numbers) = numbers.collect::<Option<Vec<Option<i128>>>>() else {
                continue;
            };
            self.related += 1;
            let parts = terms.iter().zip(&numbers);
            let sum = parts.map(|((_, factor), number)| Some(factor * (*number)?));
            let sum = sum.sum::<Option<i128>>();
            if sum.is_none_or(|sum| sum > bound) {
                let cells = terms.iter().map(|(cell, factor)| {
                    format!("{factor} * {:?}", self.facts.cells.get(function, *cell))
                });
                self.wrong = Some(format!(
                    "{}: {} <= {bound}, but they are {numbers:?}",
                    place(),
                    cells.collect::<Vec<_>>().join(" + ")
                ));
                return;
            }
        }
    }

    /// The bits of a cell: nothing when its variable is not alive, no number when it has none.
    fn read(&self, function: FuncId, id: CellId, context: &Context<'_>) -> Option<Option<u64>> {
        let cell = self.facts.cells.get(function, id);
        let object = match cell.variable {
            Variable::Local(local) => *self.locals.get(&(context.frame, local))?,
            Variable::Global(global) => global.index() as u64,
        };
        if !context.memory.object(object)?.alive {
            return None;
        }
        let mut bits = 0_u64;
        for byte in 0..u64::from(cell.width / 8) {
            match context.memory.byte(object, cell.offset + byte) {
                Some(Byte::Number(number)) => bits |= u64::from(number) << (8 * byte),
                Some(Byte::Indeterminate | Byte::Part(_, _)) | None => return Some(None),
            }
        }
        Some(Some(bits))
    }
}

/// Runs a program; the number of values and of differences compared.
fn check(name: &str, program: &Program, entry: FuncId, runs: u64, steps: u64) -> (usize, usize) {
    let stop = Stop::new();
    let Ok(mut facts) = Facts::of(program, entry) else {
        return (0, 0);
    };
    let all: BTreeSet<FuncId> = program.functions.ids().collect();
    facts.follow(Stage::Values, Domains::default(), &all);
    facts.follow(Stage::Symbolic, Domains::default(), &all);
    let Ok(results) = Interpreter::new(&facts, entry, &stop).run() else {
        return (0, 0);
    };
    let mut analysis = Analysis::of(&facts, &results, Stage::Symbolic);
    analysis.absorb(analyse(program, entry, &stop));
    let believed = believed(program, &analysis);
    let mut compared = (0, 0);
    for run in 0..runs {
        let mut oracle = Random(arbitrary::Rng::new(run ^ 0x5eed));
        let mut checker = Checker {
            facts: &facts,
            results: &results,
            locals: BTreeMap::new(),
            compared: 0,
            related: 0,
            wrong: None,
        };
        let limits = Limits {
            steps,
            ..Limits::default()
        };
        let outcome = cassay_interp::run(program, entry, &mut oracle, &mut checker, &limits);
        if let Some(wrong) = checker.wrong {
            panic!("{name}, run {run}: {wrong}\n{}", shown(program));
        }
        compared.0 += checker.compared;
        compared.1 += checker.related;
        let mut oracle = Random(arbitrary::Rng::new(run ^ 0x5eed));
        let limits = Limits {
            steps: 2 * steps,
            ..Limits::default()
        };
        let again = cassay_interp::run(&believed, entry, &mut oracle, &mut Silent, &limits);
        let kind = |outcome: &Outcome| match outcome {
            Outcome::Violation { property, .. } => format!("violation {property:?}"),
            Outcome::Finished { value } => format!("finished {value:?}"),
            Outcome::AssumptionFailed { .. } => "assumption".to_owned(),
            other => format!("{:?}", std::mem::discriminant(other)),
        };
        if outcome != Outcome::StepLimit && again != Outcome::StepLimit {
            let (first, second) = (kind(&outcome), kind(&again));
            assert_eq!(first, second, "{name}, run {run}\n{}", shown(&believed));
        }
        let fine = matches!(
            outcome,
            Outcome::Finished { .. }
                | Outcome::AssumptionFailed { .. }
                | Outcome::Ended { .. }
                | Outcome::StepLimit
        );
        assert!(
            fine || !analysis.is_complete(),
            "{name}, run {run}: {outcome:?}\n{}",
            shown(program)
        );
        if let Outcome::Violation { claim, .. } = outcome {
            assert_eq!(
                analysis.claim(claim),
                Verdict::Open,
                "{name}, run {run}: {claim:?} is violated\n{}",
                shown(program)
            );
        }
    }
    compared
}

/// The program with everything that is found taken for granted.
fn believed(program: &Program, analysis: &Analysis) -> Program {
    let mut believed = program.clone();
    let discharged = analysis.discharge(&mut believed);
    let decided = analysis.claims().filter(|(_, v)| *v != Verdict::Open);
    assert_eq!(discharged.proved + discharged.unreachable, decided.count());
    let mut loops = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        if function.has_body() {
            loops.extend(Order::new(function).loops().ids().map(|of| (id, of)));
        }
    }
    let believed = analysis.assume_at_heads(&believed, &loops);
    cassay_ir::verify(&believed).expect("a program that is well-formed");
    believed
}

fn shown(program: &Program) -> String {
    let text = cassay_ir::text::print_functions(program);
    text.chars().take(20_000).collect()
}

#[test]
fn random_programs_stay_within_what_is_found() {
    let mut compared = 0;
    for seed in 0..seeds(400) {
        let size = 4 + (seed % 60) as u32;
        let program = arbitrary::program(seed, size);
        let entry = program.find_function("main").expect("main");
        compared += check(
            &format!("seed {seed} size {size}"),
            &program,
            entry,
            6,
            5_000,
        )
        .0;
        let program = arbitrary::program_with_gaps(seed, size);
        let entry = program.find_function("main").expect("main");
        compared += check(
            &format!("gaps {seed} size {size}"),
            &program,
            entry,
            3,
            5_000,
        )
        .0;
    }
    assert!(compared > 20_000, "only {compared} values were compared");
}

#[test]
fn random_programs_with_exceptions_stay_within_what_is_found() {
    let checks = CheckSet::default();
    let pass = cassay_passes::find("follow-exceptions").expect("it is listed");
    let plan = cassay_passes::Plan::new(&checks, None);
    let mut compared = 0;
    for seed in 0..seeds(300) {
        let size = 8 + (seed % 60) as u32;
        let mut program = arbitrary::program_with_exceptions(seed, size);
        if seed % 2 == 0 {
            cassay_passes::run_one(&mut program, pass, &plan).expect("a well-formed program");
        }
        let entry = program.find_function("main").expect("main");
        let what = format!("exceptions {seed} size {size}");
        compared += check(&what, &program, entry, 6, 5_000).0;
    }
    assert!(compared > 5_000, "only {compared} values were compared");
}

/// How many random programs: `CASSAY_ABSINT_SEEDS` for more.
fn seeds(default: u64) -> u64 {
    let given = std::env::var("CASSAY_ABSINT_SEEDS");
    given
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// The C programs of some folders of the test suite.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let mut files = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of tests");
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ext| ext == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A program with its checks and a start, as the command line makes it.
fn compiled(path: &Path, checks: &CheckSet) -> Option<(Program, FuncId)> {
    let options = cassay_frontend::Options {
        sanitizers: cassay_checks::sanitizers(checks)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        ..cassay_frontend::Options::default()
    };
    let mut program = cassay_frontend::compile(&[path.to_owned()], &options).ok()?;
    let plan = cassay_passes::Plan::new(checks, None);
    let start = cassay_passes::prepare(&mut program, "main", &plan);
    let start = start.expect("passes keep it well-formed")?;
    Some((program, start))
}

#[test]
fn compiled_programs_stay_within_what_is_found() {
    let (mut compared, mut related) = (0, 0);
    let mut programs = 0;
    for path in sources(&["loops", "induction"]) {
        if let Some((program, start)) = compiled(&path, &CheckSet::default()) {
            programs += 1;
            let counts = check(&path.display().to_string(), &program, start, 8, 20_000);
            compared += counts.0;
            related += counts.1;
        }
    }
    assert!(programs > 20, "only {programs} programs");
    assert!(compared > 10_000, "only {compared} values were compared");
    assert!(related > 1_000, "only {related} differences were compared");
}

/// A C program from text.
fn from_text(name: &str, text: &str, checks: &CheckSet) -> (Program, FuncId) {
    let folder = std::env::temp_dir().join(format!("cassay-absint-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    let path = folder.join(format!("{name}.c"));
    std::fs::write(&path, text).expect("a program is written");
    let program = compiled(&path, checks).expect("the program compiles");
    std::fs::remove_file(&path).expect("the program is removed");
    program
}

/// The verdicts of a program's claims.
fn verdicts(name: &str, text: &str) -> BTreeMap<Verdict, usize> {
    let (program, start) = from_text(name, text, &CheckSet::default());
    let analysis = analyse(&program, start, &Stop::new());
    assert_eq!(analysis.given_up(), None, "{name}");
    check(name, &program, start, 20, 10_000);
    let mut counts = BTreeMap::new();
    let index = cassay_ir::claims::ClaimIndex::new(&program);
    for (claim, verdict) in analysis.claims() {
        let property = &index.get(claim).expect("a claim of the program").property;
        if verdict == Verdict::Open {
            println!("open: {} {}", property.class, property.message);
        }
        *counts.entry(verdict).or_default() += 1;
    }
    counts
}

const HEAD: &str = "#include <assert.h>\nextern int nd(void);\nextern unsigned nu(void);\n";

#[track_caller]
fn all_proved(name: &str, body: &str) {
    let counts = verdicts(name, &format!("{HEAD}{body}"));
    assert_eq!(counts.get(&Verdict::Open), None, "{counts:?}");
    assert!(counts.contains_key(&Verdict::Proved), "{counts:?}");
}

#[track_caller]
fn some_open(name: &str, body: &str) {
    let counts = verdicts(name, &format!("{HEAD}{body}"));
    assert!(counts.contains_key(&Verdict::Open), "{counts:?}");
}

#[test]
fn a_counter_stays_in_its_bounds() {
    all_proved(
        "counter",
        "int main(void) { int a[10]; for (int i = 0; i < 10; i++) a[i] = i; return 0; }",
    );
    some_open(
        "counter_bad",
        "int main(void) { int a[10]; for (int i = 0; i <= 10; i++) a[i] = i; return 0; }",
    );
}

#[test]
fn a_condition_of_two_parts_refines_both() {
    all_proved(
        "both",
        "int main(void) { int x = nd(), y = nd(); if (x > 0 && x < 10 && y >= 0 && y < 5) { \
         assert(x + y < 14); } return 0; }",
    );
    some_open(
        "either",
        "int main(void) { int x = nd(), y = nd(); if (x > 0 || y > 0) { assert(x > 0); } return 0; }",
    );
}

#[test]
fn a_function_that_returns_only_when_its_argument_holds_says_so() {
    all_proved(
        "assume",
        "extern void abort(void); static void assume(int c) { if (!c) abort(); }\n\
         int main(void) { int x = nd(); assume(x > 3); assume(x < 8); assert(x != 8); return 0; }",
    );
}

#[test]
fn stores_through_pointers_are_seen() {
    some_open(
        "pointer",
        "int main(void) { int x = 1, y = 2; int *p = nd() ? &x : &y; *p = 7; assert(x == 1); return y; }",
    );
    some_open(
        "callee",
        "static void set(int *p) { *p = 7; }\n\
         int main(void) { int x = 1; set(&x); assert(x == 1); return 0; }",
    );
    some_open(
        "recursive",
        "static int down(int n, int *up) { int own = n; if (up) *up = 5; if (n <= 0) return 0; \
         down(n - 1, &own); assert(own == n); return own; }\n\
         int main(void) { return down(3, 0); }",
    );
}

#[test]
fn globals_change_in_calls() {
    all_proved(
        "global",
        "int g; static void up(void) { if (g < 5) g++; }\n\
         int main(void) { while (nd()) { up(); assert(g >= 0 && g <= 5); } return 0; }",
    );
    some_open(
        "global_bad",
        "int g; static void up(void) { if (g < 6) g++; }\n\
         int main(void) { while (nd()) { up(); assert(g >= 0 && g <= 5); } return 0; }",
    );
}

#[test]
fn what_wraps_around_is_not_lost() {
    some_open(
        "wrap",
        "int main(void) { unsigned x = nu(); unsigned char c = x + 1; assert(c > 0); return 0; }",
    );
    some_open(
        "wrap_up",
        "int main(void) { unsigned x = 0; while (nd()) x += 2; assert(x < 4000000000u); return 0; }",
    );
}

#[test]
fn variables_that_go_together_are_related() {
    all_proved(
        "index",
        "int main(void) { unsigned n = nu(); if (n > 100) return 0; unsigned i = 0, j = 0;\n\
         while (i < n) { assert(i == j); i++; j++; } assert(j == n); return 0; }",
    );
    all_proved(
        "below",
        "int main(void) { int n = nd(); if (n < 0) return 0; int i = 0;\n\
         while (i < n) { assert(i < n); i++; } assert(i == n); return 0; }",
    );
    all_proved(
        "held_back",
        "int main(void) { int l = nd(), n = nd(), k; if (l <= 0 || l > 1000 || n > 1000) return 0;\n\
         for (k = 1; k < n; k++) { if (nd()) l = l + 1; assert(l >= 1 && l < 2000); } return 0; }",
    );
    some_open(
        "related_bad",
        "int main(void) { unsigned n = nu(); unsigned i = 0, j = 0;\n\
         while (i < n) { i++; if (nd()) j++; } assert(j == n); return 0; }",
    );
    some_open(
        "wraps",
        "int main(void) { unsigned char n = nd(); unsigned char i = n + 1; assert(i > n); return 0; }",
    );
}

/// Whether nothing is left to decide of "no error is reached".
fn is_complete(name: &str, body: &str) -> bool {
    let checks = CheckSet::for_property("unreach-call").expect("a property");
    let text = format!(
        "extern void abort(void); extern unsigned __VERIFIER_nondet_uint(void);\n\
         void reach_error(void) {{ abort(); }}\n{body}"
    );
    let (program, start) = from_text(name, &text, &checks);
    check(name, &program, start, 20, 10_000);
    analyse(&program, start, &Stop::new()).is_complete()
}

#[test]
fn what_is_undefined_leaves_a_program_open() {
    assert!(!Analysis::default().is_complete());
    let recursion = "static unsigned cap(unsigned x) { if (x == 0) return 0;\n\
         unsigned r = cap(x - 1) + 1; if (r > 2) return 2; return r; }\n\
         int main(void) { if (cap(__VERIFIER_nondet_uint()) == 3) reach_error(); return 0; }";
    assert!(is_complete("recursion", recursion));
    let inside = "int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; return 0; }";
    assert!(is_complete("inside", inside));
    let outside = "int main(void) { int a[4]; for (int i = 0; i < 5; i++) a[i] = i; return 0; }";
    assert!(!is_complete("outside", outside));
    let unknown = "int main(void) { int *p = (int *)8; *p = 1; return 0; }";
    assert!(!is_complete("unknown", unknown));
    let expired = "int main(void) { int *p; { int x = 1; p = &x; } *p = 2; return 0; }";
    assert!(!is_complete("expired", expired));
    let called = "int f(void); int main(void) { return f(); }";
    assert!(!is_complete("called", called));
}

#[test]
fn relations_of_globals_go_through_calls() {
    all_proved(
        "globals_related",
        "int a, b; static void both(void) { if (a < 1000) { a++; b++; } }\n\
         int main(void) { while (nd()) { both(); assert(a == b); } return 0; }",
    );
    some_open(
        "globals_unrelated",
        "int a, b; static void both(void) { if (a < 1000) { a++; if (nd()) b++; } }\n\
         int main(void) { while (nd()) { both(); assert(a == b); } return 0; }",
    );
}

#[test]
fn calls_of_unknown_functions_matter_where_they_are_reached() {
    let program = |guard: &str| {
        format!(
            "{HEAD}extern void *unknown(void);\n\
             int main(void) {{ int x = 1; void (*f)(void) = (void (*)(void))unknown();\n\
             if ({guard}) f(); assert(x == 1); return 0; }}"
        )
    };
    for (guard, gives_up) in [("x != 1", false), ("nd()", true)] {
        let (program, start) = from_text("unknown", &program(guard), &CheckSet::default());
        let analysis = analyse(&program, start, &Stop::new());
        assert_eq!(analysis.given_up().is_some(), gives_up, "{guard}");
        let proved = analysis.claims().any(|(_, v)| v == Verdict::Proved);
        assert_eq!(proved, !gives_up, "{guard}");
    }
}

#[test]
fn sums_of_two_variables_are_bounded() {
    all_proved(
        "sum_of_two",
        "int main(void) { unsigned n = nu(); if (n > 1000) return 0; unsigned i = 0, j = n;\n\
         while (i < n && nd()) { assert(i + j == n); i++; j--; } assert(i + j <= 1000); return 0; }",
    );
    all_proved(
        "negated",
        "int main(void) { int x = nd(), y = nd(); if (x > 100 || x < -100) return 0; y = -x;\n\
         while (nd()) { if (x < 100) { x++; y--; } assert(y >= -100); } return 0; }",
    );
    some_open(
        "sum_bad",
        "int main(void) { unsigned n = nu(); if (n > 1000) return 0; unsigned i = 0, j = n;\n\
         while (i < n) { i++; if (nd()) j--; } assert(i + j == n); return 0; }",
    );
    some_open(
        "sum_wraps",
        "int main(void) { unsigned char x = nd(), y = nd(); unsigned char s = x + y;\n\
         assert(s >= x); return 0; }",
    );
}

#[test]
fn bounds_are_linear_in_other_variables() {
    all_proved(
        "three_times",
        "int main(void) { unsigned n = nu(); if (n > 1000) return 0; unsigned p = 0;\n\
         for (unsigned i = 0; i < n; i++) { assert(p == 3 * i); p += 3; } assert(p <= 3000);\n\
         return 0; }",
    );
    all_proved(
        "either_of_two",
        "int main(void) { unsigned n = nu(); if (n > 1000) return 0; unsigned x = n, y = 0, z = 0;\n\
         while (x > 0) { if (nd()) y++; else z++; x--; } assert(y + z == n); return 0; }",
    );
    some_open(
        "three_times_bad",
        "int main(void) { unsigned n = nu(); if (n > 1000) return 0; unsigned p = 0;\n\
         for (unsigned i = 0; i < n; i++) { p += 3; if (nd()) p++; } assert(p <= 3000);\n\
         return 0; }",
    );
    some_open(
        "three_times_wraps",
        "int main(void) { unsigned n = nu(); unsigned char p = 0;\n\
         for (unsigned i = 0; i < n; i++) { p += 3; assert(p >= i); } return 0; }",
    );
}

/// The messages of claims that stay open.
fn open_claims(name: &str, body: &str) -> Vec<String> {
    let text = format!("#include <stdlib.h>\nextern int nd(void);\n{body}");
    let (program, start) = from_text(name, &text, &CheckSet::default());
    check(name, &program, start, 20, 10_000);
    let analysis = analyse(&program, start, &Stop::new());
    let claims = cassay_ir::claims::claims(&program).into_iter();
    let open = claims.filter(|claim| {
        analysis.claim(claim.id) == Verdict::Open && claim.property.class.to_string() != "leak"
    });
    open.map(|claim| format!("{}:{}", claim.property.class, claim.span.line))
        .collect()
}

#[test]
fn a_pointer_that_was_checked_needs_no_check_again() {
    let twice = open_claims(
        "twice",
        "int main(void) { int *p = malloc(8);\n*p = 1;\n*p = 2; p[0] = 3; free(p); return 0; }",
    );
    assert!(twice.contains(&"pointer.null:4".to_owned()), "{twice:?}");
    assert!(
        !twice
            .iter()
            .any(|open| open.ends_with(":5") && open.starts_with("pointer"))
    );
    for (name, between, open) in [
        ("freed", "free(p);", "pointer.freed:5"),
        ("freed_by_call", "give(p);", "pointer.freed:5"),
        ("set_again", "p = nd() ? p : 0;", "pointer.null:5"),
        ("set_by_pointer", "*q = 0;", "pointer.null:5"),
        ("set_by_call", "set(q);", "pointer.null:5"),
        ("further", "p += nd();", "pointer.bounds:5"),
    ] {
        let found = open_claims(
            name,
            &format!(
                "static void give(int *p) {{ free(p); }} static void set(int **q) {{ *q = 0; }}\n\
                 int main(void) {{ int *p = malloc(8); int **q = &p; *p = 1; {between}\n*p = 2; return 0; }}"
            ),
        );
        assert!(found.contains(&open.to_owned()), "{name}: {found:?}");
    }
    let expired = open_claims(
        "checked_expired",
        "static int *kept; static void keep(int *p) { kept = p; *kept = 1; }\n\
         int main(void) { { int x; keep(&x); *kept = 2; }\n*kept = 3; return 0; }",
    );
    assert!(
        expired.contains(&"pointer.expired:4".to_owned()),
        "{expired:?}"
    );
}
