//! Files in which some arms catch every variant, their number, and why that is correct.
//!
//! The number of a file may only decrease: tidy complains if it is wrong in either direction.

/// What is not recognised stays unchanged: nothing is rewritten, decided or concluded.
const NOTHING: &str = "nothing is concluded";
/// What is not recognised gets the most general answer: any value, all parts, every operand.
const WIDEST: &str = "the widest answer";
/// What is not recognised is an error that makes the verdict unknown, or a bug that ends the run.
const REFUSED: &str = "refused";
/// The operators belong to one class, which the caller has tested.
const CLASS: &str = "one class of operators";
/// The code examines clang's output; what has no shorter form keeps the long one.
const LOWERING: &str = "lowered as it stands";

/// The file, the number of such arms, the reason.
pub const ALL: &[(&str, usize, &str)] = &[
    ("crates/absint/src/linear.rs", 1, WIDEST),
    ("crates/checks/src/function_pointer.rs", 1, NOTHING),
    ("crates/effects/src/points_to/rules.rs", 1, NOTHING),
    ("crates/effects/src/writes.rs", 2, NOTHING),
    ("crates/encode/src/arrays/cells.rs", 1, REFUSED),
    ("crates/encode/src/arrays/mod.rs", 1, REFUSED),
    ("crates/encode/src/arrays/nodes.rs", 1, REFUSED),
    ("crates/encode/src/floats/mod.rs", 1, REFUSED),
    ("crates/encode/src/lib.rs", 1, NOTHING),
    ("crates/engine/src/pass.rs", 1, NOTHING),
    ("crates/engine/src/rests.rs", 2, WIDEST),
    ("crates/engine/src/sample.rs", 1, NOTHING),
    ("crates/extract/src/text.rs", 1, NOTHING),
    ("crates/flat/src/resolve.rs", 3, NOTHING),
    ("crates/frontend/src/adapt.rs", 1, LOWERING),
    ("crates/frontend/src/allocation.rs", 2, LOWERING),
    ("crates/frontend/src/assembly_run.rs", 2, LOWERING),
    ("crates/frontend/src/calls.rs", 1, LOWERING),
    ("crates/frontend/src/constants.rs", 1, LOWERING),
    ("crates/frontend/src/dialects.rs", 1, LOWERING),
    ("crates/frontend/src/exceptions.rs", 3, LOWERING),
    ("crates/frontend/src/float_intrinsics.rs", 3, LOWERING),
    ("crates/frontend/src/fold.rs", 5, LOWERING),
    ("crates/frontend/src/functions.rs", 1, LOWERING),
    ("crates/frontend/src/initializers.rs", 3, LOWERING),
    ("crates/frontend/src/instructions.rs", 5, LOWERING),
    ("crates/frontend/src/primitives.rs", 2, LOWERING),
    ("crates/frontend/src/sealing.rs", 2, LOWERING),
    ("crates/frontend/src/threads.rs", 1, LOWERING),
    ("crates/frontend/src/vectors.rs", 2, LOWERING),
    ("crates/induction/src/atoms.rs", 3, NOTHING),
    ("crates/induction/src/elements.rs", 1, NOTHING),
    ("crates/induction/src/invariant.rs", 2, NOTHING),
    ("crates/induction/src/relation.rs", 3, NOTHING),
    ("crates/induction/src/samples.rs", 2, NOTHING),
    ("crates/passes/src/interrupts/points.rs", 3, WIDEST),
    ("crates/passes/src/interrupts/races.rs", 1, WIDEST),
    ("crates/modular/src/atoms.rs", 5, NOTHING),
    ("crates/modular/src/sample.rs", 2, NOTHING),
    ("crates/simplify/src/deep/arrays.rs", 2, NOTHING),
    ("crates/simplify/src/deep/floats.rs", 5, NOTHING),
    ("crates/simplify/src/deep/guards.rs", 1, NOTHING),
    ("crates/simplify/src/deep/ranges.rs", 3, NOTHING),
    ("crates/simplify/src/deep/scaled.rs", 2, NOTHING),
    ("crates/solver-bitwuzla/src/translate.rs", 2, CLASS),
    ("crates/solver-bitwuzla/src/translate/float.rs", 5, CLASS),
    ("crates/solver-cadical/src/sums.rs", 1, NOTHING),
    ("crates/solver-smtlib/src/integers/bits.rs", 4, NOTHING),
    ("crates/solver-smtlib/src/integers/classes.rs", 2, CLASS),
    ("crates/solver-smtlib/src/integers/operators.rs", 4, CLASS),
    ("crates/solver-smtlib/src/integers/reals.rs", 4, CLASS),
    ("crates/solver-smtlib/src/integers/writer.rs", 2, CLASS),
    ("crates/solver-smtlib/src/lib.rs", 1, NOTHING),
    ("crates/solver/src/conformance/floats.rs", 1, NOTHING),
    ("crates/symex/src/accelerate.rs", 1, NOTHING),
    ("crates/symex/src/call.rs", 1, NOTHING),
    ("crates/symex/src/float.rs", 1, REFUSED),
    ("crates/symex/src/heap.rs", 1, WIDEST),
    ("crates/symex/src/knowledge.rs", 4, NOTHING),
    ("crates/symex/src/linear.rs", 1, NOTHING),
    ("crates/symex/src/liveness.rs", 1, WIDEST),
    ("crates/symex/src/memory/access.rs", 1, REFUSED),
    ("crates/symex/src/nan.rs", 1, NOTHING),
    ("crates/term/src/arrays.rs", 1, REFUSED),
    ("crates/term/src/eval.rs", 1, REFUSED),
    ("crates/term/src/facts.rs", 1, WIDEST),
    ("crates/term/src/float.rs", 2, NOTHING),
    ("crates/term/src/pool.rs", 1, WIDEST),
    ("crates/term/src/range.rs", 4, WIDEST),
    ("crates/term/src/smtlib.rs", 1, CLASS),
    ("crates/term/src/smtlib_float.rs", 3, CLASS),
    ("crates/trace/src/collect/violated.rs", 1, WIDEST),
    ("crates/trace/src/names.rs", 1, NOTHING),
];
