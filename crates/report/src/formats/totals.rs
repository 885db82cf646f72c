//! Properties in numbers: by class, by what they rest on, or all of them.

use super::paint::Paint;
use crate::ledger::Support;
use crate::report::{Claim, Conclusion, Report};
use cassay_engine::{PropertyStatus, ProvedBy};
use cassay_ir::{NoteKind, PropertyClass};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every property with its status, one line each.
pub(super) fn list(out: &mut String, claims: &[Claim], paint: Paint) {
    if claims.is_empty() {
        return;
    }
    out.push_str("Properties:\n");
    let width = claims.iter().map(|c| c.id.len()).max().unwrap_or(0);
    let lengths = claims.iter().map(|c| status(c.status).len());
    let longest = lengths.max().unwrap_or(0);
    for claim in claims {
        let words = format!("{:<longest$}", status(claim.status));
        let status = match claim.basis {
            basis if basis.holds() => paint.good(&words),
            Support::Violated => paint.bad(&words),
            _ => paint.open(&words),
        };
        let _ = writeln!(
            out,
            "  {:<width$}  {status}  {}  {}",
            claim.id, claim.place, claim.message
        );
    }
}

/// How many properties of each class hold, are violated and are open.
pub(super) fn table(out: &mut String, claims: &[Claim], paint: Paint) {
    let mut rows: BTreeMap<PropertyClass, [usize; 3]> = BTreeMap::new();
    for claim in claims {
        let column = match claim.basis {
            basis if basis.holds() => 0,
            Support::Violated => 1,
            _ => 2,
        };
        rows.entry(claim.class).or_default()[column] += 1;
    }
    if rows.is_empty() {
        return;
    }
    let width = rows
        .keys()
        .map(|class| class.name().len())
        .max()
        .unwrap_or(0);
    let _ = writeln!(
        out,
        "{:<width$}  {:>6}  {:>8}  {:>7}",
        "class", "hold", "violated", "unknown"
    );
    for (class, [hold, violated, open]) in rows {
        let cell = |count: usize, wide: usize, color: fn(Paint, &str) -> String| match count {
            0 => format!("{:>wide$}", "-"),
            count => color(paint, &format!("{count:>wide$}")),
        };
        let _ = writeln!(
            out,
            "{:<width$}  {}  {}  {}",
            class.name(),
            cell(hold, 6, Paint::good),
            cell(violated, 8, Paint::bad),
            cell(open, 7, Paint::open)
        );
    }
}

/// What is known about a property, in words.
fn status(status: PropertyStatus) -> String {
    match status {
        PropertyStatus::Proved(ProvedBy::Static) => "proved statically".to_string(),
        PropertyStatus::Proved(ProvedBy::Forward { bound: 1 }) => "proved".to_string(),
        PropertyStatus::Proved(ProvedBy::Forward { bound }) => {
            format!("proved with bound {bound}")
        }
        PropertyStatus::Proved(ProvedBy::Induction { k }) => {
            format!("proved by induction, k = {k}")
        }
        PropertyStatus::Proved(ProvedBy::Exploration { states }) => {
            format!("proved by exploring {states} states")
        }
        PropertyStatus::Proved(ProvedBy::Machine) => {
            "proved by an invariant of the model".to_string()
        }
        PropertyStatus::Unreachable => "unreachable".to_string(),
        PropertyStatus::Violated { bound } => format!("violated at bound {bound}"),
        PropertyStatus::Bounded { bound } => format!("not violated up to bound {bound}"),
        PropertyStatus::FewInterrupts { interrupts } => {
            format!("not violated with up to {interrupts} interrupts")
        }
        PropertyStatus::NotChecked => "not checked".to_string(),
    }
}

/// The numbers of an answer, and for a proof what it rests on.
pub(super) fn summary(out: &mut String, report: &Report) {
    if report.by_name {
        let mut names: Vec<&str> = report.findings.iter().filter_map(|f| f.property).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let _ = writeln!(out, "violated property: {name}");
        }
    }
    let all = report.claims.len();
    if report.all_properties {
        let hold = report.claims.iter().filter(|c| c.basis.holds()).count();
        let violated = report
            .claims
            .iter()
            .filter(|c| c.basis == Support::Violated);
        let violated = violated.count();
        let unknown = all - hold - violated;
        let _ = writeln!(
            out,
            "{all} properties: {hold} hold, {violated} violated, {unknown} unknown"
        );
    } else if report.conclusion == Conclusion::Unsafe {
        let found = report.findings.len();
        let noun = if found == 1 { "property" } else { "properties" };
        let _ = writeln!(out, "{found} violated {noun}");
    }
    if report.conclusion == Conclusion::Safe {
        basis(out, report);
    }
}

/// What a proof rests on, in two lines at most.
fn basis(out: &mut String, report: &Report) {
    let all = report.claims.len();
    if all == 0 {
        out.push_str("nothing to prove: the program has no property\n");
        return;
    }
    let parts: Vec<String> = report
        .ledger
        .bases
        .iter()
        .map(|basis| match report.ledger.bases.len() {
            1 => basis.support.words(),
            _ => format!("{} {}", basis.properties, basis.support.words()),
        })
        .collect();
    let noun = if all == 1 { "property" } else { "properties" };
    let _ = writeln!(out, "{all} {noun}: {}", parts.join(", "));
    let mut kinds: BTreeMap<NoteKind, usize> = BTreeMap::new();
    for note in report.notes.iter().filter(|note| note.kind.is_assumption()) {
        *kinds.entry(note.kind).or_default() += 1;
    }
    if !kinds.is_empty() {
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(kind, count)| format!("{} ({count})", kind.title()))
            .collect();
        let _ = writeln!(out, "rests on what the notes say: {}", kinds.join(", "));
    }
}
