//! Rules of claims.

use super::VerifyError;
use crate::claim::ClaimId;
use crate::function::StmtKind;
use crate::program::Program;
use crate::property::Property;
use std::collections::HashMap;

/// Every claim has an id that the program gave out. Passes that copy code may leave a claim at several
/// places; then it is the same property everywhere, so that who asks about the claim asks about all
/// of them.
pub(super) fn claims(program: &Program, errors: &mut Vec<VerifyError>) {
    let mut known: HashMap<ClaimId, &Property> = HashMap::new();
    for (id, function) in program.functions.iter_enumerated() {
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                let StmtKind::Assert {
                    claim, property, ..
                } = &stmt.kind
                else {
                    continue;
                };
                let message = if claim.0 >= program.claims.count() {
                    format!("{claim} was never given out")
                } else if *known.entry(*claim).or_insert(property) != property {
                    format!("{claim} is another property elsewhere")
                } else {
                    continue;
                };
                errors.push(VerifyError {
                    function: Some((id, function.name.to_string())),
                    block: Some(block),
                    stmt: Some(index),
                    message,
                });
            }
        }
    }
}
