//! What an answer about a program with threads says about memory: the model that it holds under.
//!
//! A proof under sequential consistency holds on real machines if there are no data races and all atomic
//! accesses are sequentially consistent. Unless it is claimed that there are no races, that is said.

use crate::outcome::Verdict;
use cassay_base::Span;
use cassay_ir::claims::ClaimIndex;
use cassay_ir::memory_model::uses_weak_orders;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{MemoryModel, Note, NoteKind, Program, PropertyClass};

/// What to say about memory with a verdict.
pub fn note(
    program: &Program,
    claims: &ClaimIndex,
    model: MemoryModel,
    verdict: &Verdict,
) -> Option<Note> {
    if !shares_memory(program) {
        return None;
    }
    let safe = match verdict {
        Verdict::Safe(_) => true,
        Verdict::Unsafe | Verdict::Unknown(_) => false,
    };
    let assumption = match model {
        MemoryModel::Tso | MemoryModel::Pso => format!("all interleavings, {}", model.title()),
        MemoryModel::Sc if !safe => return None,
        MemoryModel::Sc => under_sc(program, claims)?,
    };
    Some(Note {
        subject: "threads".into(),
        kind: NoteKind::SequentialConsistency,
        assumption: assumption.into(),
        may_hide: false,
        span: Span::NONE,
    })
}

/// What a proof under sequential consistency rests on.
fn under_sc(program: &Program, claims: &ClaimIndex) -> Option<String> {
    let mut limits = Vec::new();
    let mut classes = claims.iter().map(|claim| claim.property.class);
    if !classes.any(|class| class == PropertyClass::DataRace) {
        limits.push("machines can do more where there are data races");
    }
    if uses_weak_orders(program) {
        limits.push("atomic accesses and fences of weaker orders are treated so, too");
    }
    let title = MemoryModel::Sc.title();
    let limits = limits.join("; ");
    (!limits.is_empty()).then(|| format!("all interleavings, {title} ({limits})"))
}
