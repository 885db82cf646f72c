//! The ordered list of passes.

use crate::interrupts::Interrupts;
use crate::run::start_of;
use crate::{
    allocation, call_sites, differences, evaluation_order, exceptions, interrupts, jump_threading,
    lock_hierarchy, model_forms, nonlocal_jumps, padding, quiet, repeat, slice, start, thread_ends,
    tidy_blocks,
};
use cassay_checks::CheckSet;
use cassay_fixed::Wanted;
use cassay_ir::{FixedFormats, FuncId, Program, PropertyClass};

/// The user's choices that passes depend on.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The enabled checks.
    pub checks: &'a CheckSet,
    /// The function where execution starts; the start function calls it.
    pub entry: Option<FuncId>,
    /// The fixed-point formats that replace floating point (`--fixedbv`).
    pub fixed: Option<&'a FixedFormats>,
    /// Whether executions end where no claim can be violated any more (unless `--no-slice`).
    pub cut_quiet: bool,
    /// Whether statements that no claim depends on are removed (`--slice-program`).
    pub slice: bool,
    /// Whether every allocation succeeds.
    pub allocation_succeeds: bool,
    /// Whether `operator new` may fail (`--new-may-throw`).
    pub new_may_throw: bool,
    /// Handlers that may interrupt the program (`--interrupt`).
    pub interrupts: Option<&'a Interrupts>,
}

impl<'a> Plan<'a> {
    /// The defaults, without any option.
    pub fn new(checks: &'a CheckSet, entry: Option<FuncId>) -> Self {
        Plan {
            checks,
            entry,
            fixed: None,
            cut_quiet: true,
            slice: false,
            allocation_succeeds: false,
            new_may_throw: false,
            interrupts: None,
        }
    }
}

/// A part of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Completes the program that the front-end lowered and linked.
    Linked,
    /// Adds the claims.
    Claimed,
    /// Adds the start function and removes what it does not need.
    Started,
    /// Run on a program, or a copy of it, by the strategy that decides it.
    Decided,
}

/// When a pass runs.
#[derive(Clone, Copy)]
pub enum When {
    /// On every program.
    Always,
    /// Only where this holds; an option asks for it.
    Asked(&'static str, fn(&Plan) -> bool),
}

/// A pass over programs.
pub struct Pass {
    /// Its name for `--dump-after`.
    pub name: &'static str,
    /// The stage it belongs to.
    pub stage: Stage,
    /// A description of one line.
    pub about: &'static str,
    /// When it runs.
    pub when: When,
    /// The transformation.
    pub run: fn(&mut Program, &Plan),
}

/// The name of the pass that replaces floating-point by fixed-point numbers. Release builds verify
/// the program after it too: it rewrites every statement, and an error there must not become an
/// answer.
pub const FIXED_POINT: &str = "fixed-point";

/// Every pass, in the order in which they run.
#[rustfmt::skip]
pub const PASSES: &[Pass] = &[
    Pass { name: "tidy-blocks", stage: Stage::Linked, when: When::Always,
        about: "fold branches on constants, drop unreachable blocks, join chains of blocks",
        run: |program, _| tidy_blocks::tidy(program) },
    Pass { name: "thread-jumps", stage: Stage::Linked, when: When::Always,
        about: "take apart the jumps that share a block where a scope ends",
        run: |program, _| jump_threading::thread_jumps(program) },
    Pass { name: "choose-forms", stage: Stage::Linked, when: When::Always,
        about: "let calls of printf and scanf take the form of the model that they need",
        run: |program, _| model_forms::choose(program) },
    Pass { name: "note-evaluation-order", stage: Stage::Linked, when: When::Always,
        about: "note where a result may depend on the order of evaluation",
        run: |program, _| evaluation_order::note(program) },
    Pass { name: "note-padding", stage: Stage::Linked, when: When::Always,
        about: "note where a proof may rest on padding",
        run: |program, _| padding::note(program) },
    Pass { name: "follow-exceptions", stage: Stage::Linked, when: When::Always,
        about: "let every call that may throw say where its exception goes, and no other",
        run: |program, _| exceptions::follow(program) },
    Pass { name: "follow-nonlocal-jumps", stage: Stage::Linked, when: When::Always,
        about: "make setjmp and longjmp ordinary control flow",
        run: |program, _| nonlocal_jumps::follow(program) },
    Pass { name: "run-key-destructors", stage: Stage::Linked, when: When::Always,
        about: "let threads that end run the destructors of their values",
        run: |program, _| thread_ends::run_destructors(program) },
    Pass { name: "let-new-throw", stage: Stage::Linked,
        when: When::Asked("--new-may-throw", |plan| plan.new_may_throw),
        about: "let operator new fail",
        run: |program, _| allocation::let_new_throw(program) },
    Pass { name: "separate-call-sites", stage: Stage::Linked, when: When::Always,
        about: "give every call of a library model a copy at the place of the call",
        run: |program, _| call_sites::separate(program) },

    Pass { name: "run-interrupts", stage: Stage::Claimed,
        when: When::Asked("--interrupt", |plan| plan.interrupts.is_some()),
        about: "run interrupt handlers wherever it matters",
        run: run_interrupts },
    Pass { name: "add-claims", stage: Stage::Claimed, when: When::Always,
        about: "add the assertions of the enabled checks and drop those of the others",
        run: |program, plan| cassay_checks::apply(program, plan.checks) },
    Pass { name: "drop-repeated-claims", stage: Stage::Claimed, when: When::Always,
        about: "drop assertions that repeat an earlier one of their block",
        run: |program, _| repeat::drop_repeated(program) },
    Pass { name: "join-differences", stage: Stage::Claimed, when: When::Always,
        about: "let differences of pointers be computed without addresses",
        run: |program, _| differences::join(program) },
    Pass { name: "tear-accesses", stage: Stage::Claimed,
        when: When::Asked("--interrupt", |plan| plan.interrupts.is_some()),
        about: "split accesses of several words that handlers may interrupt",
        run: |program, plan| interrupts::tear(program, plan.interrupts.and_then(|i| i.word)) },

    Pass { name: "add-start", stage: Stage::Started, when: When::Always,
        about: "add the function that runs constructors, the entry with any arguments, and exit handlers",
        run: add_start },
    Pass { name: FIXED_POINT, stage: Stage::Started,
        when: When::Asked("--fixedbv", |plan| plan.fixed.is_some()),
        about: "make floating-point numbers fixed-point ones",
        run: use_fixed_point },
    Pass { name: "choose-heap-claims", stage: Stage::Started, when: When::Always,
        about: "drop claims about memory that is left at an end of the program, unless asked for",
        run: |program, plan| cassay_checks::check_leaks(program, plan.checks) },
    Pass { name: "drop-deadlock-claims", stage: Stage::Started, when: When::Always,
        about: "drop claims about deadlocks where threads acquire locks in one order",
        run: |program, _| lock_hierarchy::drop_claims(program) },
    Pass { name: "cut-quiet", stage: Stage::Started, when: When::Always,
        about: "end executions where nothing can be violated any more (with --no-slice: only for leaks)",
        run: |program, plan| quiet::cut(program, plan.cut_quiet) },
    Pass { name: "slice", stage: Stage::Started,
        when: When::Asked("--slice-program", |plan| plan.slice),
        about: "take out what no claim depends on",
        run: slice_from_start },

    Pass { name: "assume-allocation", stage: Stage::Decided,
        when: When::Asked("--force-malloc-success, or --property", |plan| plan.allocation_succeeds),
        about: "make every allocation succeed",
        run: |program, _| allocation::assume_success(program) },
];

fn run_interrupts(program: &mut Program, plan: &Plan) {
    if let (Some(chosen), Some(entry)) = (plan.interrupts, plan.entry) {
        let races = plan.checks.has(PropertyClass::DataRace);
        interrupts::follow(program, chosen, entry, races);
    }
}

fn add_start(program: &mut Program, plan: &Plan) {
    if let Some(entry) = plan.entry {
        let start = start::add_start(program, entry);
        let claimed = plan.checks.has(PropertyClass::UncaughtException);
        exceptions::follow_from_start(program, start, claimed);
    }
}

fn slice_from_start(program: &mut Program, plan: &Plan) {
    if let Some(start) = start_of(program).or(plan.entry) {
        slice::slice(program, start);
    }
}

fn use_fixed_point(program: &mut Program, plan: &Plan) {
    if let Some(formats) = plan.fixed {
        let wanted = Wanted {
            overflow: plan.checks.has(PropertyClass::OverflowFixed),
            division: plan.checks.has(PropertyClass::DivisionByZero),
        };
        cassay_fixed::apply(program, formats, wanted);
    }
}
