//! Questions about one kind of statement or one end of a block, in the crates that decide soundness.
//!
//! The number of a file may only decrease: tidy complains if it is wrong in either direction, so that
//! every new question is reviewed.

use syn::parse::ParseStream;

/// The enums that the questions are about.
pub const ABOUT: [&str; 2] = ["StmtKind", "Terminator"];

/// The rooms in which they are counted.
pub const ROOMS: [&str; 8] = [
    "crates/absint/",
    "crates/checks/",
    "crates/effects/",
    "crates/engine/",
    "crates/induction/",
    "crates/leap/",
    "crates/passes/",
    "crates/races/",
];

/// Every other kind is asked in the same place what it does (`ir::effect`) or consists of (`ir::visit`).
const REST: &str = "the rest is asked for its effects";
/// A form of code is recognised; code of another form stays unchanged, with all its claims.
const FORM: &str = "a form is recognised, the rest stays";
/// The property is defined for these kinds: a new kind needs a decision there.
const RULE: &str = "the rule is about this kind";
/// The code handles claims, and only `Assert` is one (`Effects::CLAIMS`).
const CLAIMS: &str = "claims only";
/// The code handles lifetimes of variables, which only `Declare` and `Dead` change (`Effects::SCOPES`).
const LIVES: &str = "lives of variables only";
/// The code handles heap objects, which only `Alloc` makes (`Effects::ALLOCATES`).
const HEAP: &str = "allocations only";
/// Computed values enter memory only by `Store`; all other writes copy bytes or choose them.
const VALUE: &str = "stored values only";
/// These kinds may be removed or need no action; every other one stays or is processed.
const NARROW: &str = "the rest is kept";
/// An arm of a match that names every variant distinguishes two of its own.
const WITHIN: &str = "within an arm";
/// The result is only a conjecture, which is proved before it is used.
const GUESS: &str = "conjectures are proved";
/// The code handles calls and starts of threads, which only these kinds make (`Effects::CALLS`, `Effects::THREADS`).
const CALLS: &str = "calls and threads only";
/// The order of evaluation: how values and addresses flow by assignments, accesses and calls. A new
/// kind that moves values needs a decision there.
const LOOK: &str = "flow of values";

/// The file, the number of questions, and why a new kind does no harm.
const ALL: &[(&str, usize, &str)] = &[
    ("crates/absint/src/block.rs", 1, WITHIN),
    ("crates/absint/src/cells.rs", 2, FORM),
    ("crates/absint/src/defined.rs", 2, REST),
    ("crates/absint/src/facts.rs", 1, HEAP),
    ("crates/absint/src/lib.rs", 1, CLAIMS),
    ("crates/absint/src/packs.rs", 2, FORM),
    ("crates/absint/src/stages.rs", 1, CLAIMS),
    ("crates/absint/src/templates.rs", 3, FORM),
    ("crates/checks/src/alignment.rs", 1, RULE),
    ("crates/checks/src/apply.rs", 2, RULE),
    ("crates/checks/src/atomicity.rs", 4, RULE),
    ("crates/checks/src/conversion.rs", 5, RULE),
    ("crates/checks/src/division.rs", 1, CLAIMS),
    ("crates/checks/src/facts.rs", 1, FORM),
    ("crates/checks/src/float_values.rs", 4, RULE),
    ("crates/checks/src/free.rs", 1, RULE),
    ("crates/checks/src/instrument.rs", 1, CLAIMS),
    ("crates/checks/src/leak.rs", 2, HEAP),
    ("crates/checks/src/lifetime.rs", 2, LIVES),
    ("crates/checks/src/missing_return.rs", 7, RULE),
    ("crates/checks/src/overlap.rs", 1, RULE),
    ("crates/checks/src/pointer_difference.rs", 2, RULE),
    ("crates/checks/src/static_init.rs", 4, RULE),
    ("crates/checks/src/thread_leak.rs", 3, RULE),
    ("crates/checks/src/thread_use.rs", 3, RULE),
    ("crates/checks/src/uninitialised.rs", 7, REST),
    ("crates/checks/src/use_after_move.rs", 3, CALLS),
    ("crates/checks/src/use_after_move/objects.rs", 9, LOOK),
    ("crates/effects/src/bases.rs", 1, REST),
    ("crates/effects/src/unset.rs", 4, REST),
    ("crates/effects/src/writes.rs", 1, VALUE),
    ("crates/engine/src/statics.rs", 1, CLAIMS),
    ("crates/induction/src/elements.rs", 5, REST),
    ("crates/induction/src/exposed.rs", 1, LIVES),
    ("crates/induction/src/samples.rs", 1, GUESS),
    ("crates/induction/src/sets.rs", 1, GUESS),
    ("crates/induction/src/step.rs", 1, CLAIMS),
    ("crates/passes/src/allocation.rs", 1, FORM),
    ("crates/passes/src/call_sites.rs", 4, FORM),
    ("crates/passes/src/differences.rs", 2, FORM),
    ("crates/passes/src/evaluation_order.rs", 4, LOOK),
    ("crates/passes/src/exceptions.rs", 3, CALLS),
    ("crates/passes/src/interrupts/copies.rs", 3, RULE),
    ("crates/passes/src/interrupts/mod.rs", 1, RULE),
    ("crates/passes/src/interrupts/points.rs", 2, REST),
    ("crates/passes/src/interrupts/races.rs", 1, WITHIN),
    ("crates/passes/src/interrupts/sections.rs", 2, RULE),
    ("crates/passes/src/jump_threading.rs", 6, FORM),
    ("crates/passes/src/lock_hierarchy.rs", 4, RULE),
    ("crates/passes/src/model_forms.rs", 3, FORM),
    ("crates/passes/src/nonlocal_jumps.rs", 6, LIVES),
    ("crates/passes/src/order_effects.rs", 3, LOOK),
    ("crates/passes/src/padding.rs", 1, FORM),
    ("crates/passes/src/quiet.rs", 8, REST),
    ("crates/passes/src/repeat.rs", 1, CLAIMS),
    ("crates/passes/src/slice.rs", 3, NARROW),
    ("crates/passes/src/start.rs", 4, FORM),
    ("crates/passes/src/thread_ends.rs", 4, RULE),
    ("crates/passes/src/tidy_blocks.rs", 1, FORM),
    ("crates/races/src/lib.rs", 1, CLAIMS),
    ("crates/races/src/pairs.rs", 1, RULE),
    ("crates/races/src/step.rs", 1, WITHIN),
    ("crates/races/src/walk.rs", 2, REST),
];

/// The pattern of `matches!`.
pub fn pattern(input: ParseStream<'_>) -> syn::Result<syn::Pat> {
    input.parse::<syn::Expr>()?;
    input.parse::<syn::Token![,]>()?;
    let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
    input.parse::<proc_macro2::TokenStream>()?;
    Ok(pattern)
}

/// Reports questions of a file that its row does not count.
pub fn check(path: &str, lines: &[usize], complaints: &mut Vec<String>) {
    if !ROOMS.iter().any(|room| path.starts_with(room)) {
        return;
    }
    let row = ALL.iter().find(|(file, _, _)| *file == path);
    let most = row.map_or(0, |(_, most, _)| *most);
    if lines.len() > most {
        for line in lines {
            complaints.push(format!(
                "{path}:{line}: asks about one kind; count it in xtask/src/arms/questions.rs"
            ));
        }
    } else if lines.len() < most {
        let count = lines.len();
        complaints.push(format!(
            "xtask/src/arms/questions.rs: {path} has {count} questions"
        ));
    }
}
