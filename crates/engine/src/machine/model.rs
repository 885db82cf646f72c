//! The machine of a program for people and for other tools.

use super::machine_of;
use crate::settings::Settings;
use cassay_base::{Span, Stop};
use cassay_efsm::{PASSES, Reduced, reduce};
use cassay_extract::{Extraction, Failure};
use cassay_hwmc::aiger::Form;
use cassay_ir::{FuncId, Program};
use std::collections::BTreeSet;

/// A program as a finite-state machine, as it is and reduced.
pub struct Model {
    extraction: Extraction,
    reduced: Reduced,
}

/// Why a program has no machine, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoModel {
    /// In words.
    pub why: String,
    /// The place, if it is known.
    pub span: Span,
}

/// Makes the machine of a program with claims.
pub fn model(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Result<Model, NoModel> {
    let statics = crate::statics::Statics::of(program, entry, settings, stop);
    let (program, analysis) = (&statics.discharged, &statics.analysis);
    let extraction = machine_of(program, analysis, entry, settings, stop);
    let extraction = extraction.map_err(|failure| match failure {
        Failure::Refused(refusal) => NoModel {
            why: refusal.why,
            span: refusal.span,
        },
        Failure::Stopped(_) => NoModel {
            why: "a limit was reached".into(),
            span: Span::NONE,
        },
    })?;
    let targets: BTreeSet<_> = cassay_pdr::bad(&extraction.machine);
    let pool = cassay_simplify::pool_with(settings.rules());
    let reduced = reduce(&extraction.machine, &targets, PASSES, pool, stop);
    Ok(Model {
        extraction,
        reduced,
    })
}

impl Model {
    /// The reduced machine in words, with the sizes before and after each pass.
    pub fn text(&self) -> String {
        let mut out = String::from("Sizes:\n");
        for (pass, sizes) in &self.reduced.sizes {
            out.push_str(&format!("  {pass:<12} {sizes}\n"));
        }
        if !self.extraction.open.is_empty() {
            out.push_str("Not represented:\n");
            for opening in &self.extraction.open {
                out.push_str(&format!("  {}\n", opening.what));
            }
        }
        out.push_str(&cassay_efsm::text(&self.reduced.machine));
        out
    }

    /// The reduced machine as a graph in the language of Graphviz.
    pub fn dot(&self) -> String {
        cassay_efsm::dot(&self.reduced.machine)
    }

    /// The reduced machine in BTOR2.
    pub fn btor2(&self, stop: &Stop) -> Result<String, String> {
        let options = cassay_hwmc::Options::all(&self.reduced.machine);
        let written = cassay_hwmc::btor2::write(&self.reduced.machine, &options, stop);
        written.map_err(|refusal| refusal.to_string())
    }

    /// The reduced machine in AIGER, as text or in binary form.
    pub fn aiger(&self, text: bool, stop: &Stop) -> Result<Vec<u8>, String> {
        let options = cassay_hwmc::Options::all(&self.reduced.machine);
        let form = if text { Form::Text } else { Form::Binary };
        let written = cassay_hwmc::aiger::write(&self.reduced.machine, &options, form, stop);
        written.map_err(|refusal| refusal.to_string())
    }
}
