//! Names for assertions: `function.class.number`, stable as long as the function does not change.

use crate::{ClaimId, FuncId, Program, Property, StmtKind};
use cassay_base::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An assertion of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its id, in this program and in all programs that passes make of it.
    pub id: ClaimId,
    /// Its name, e.g. `main.bounds.1`.
    pub name: String,
    /// What is claimed.
    pub property: Property,
    /// Where in the source.
    pub span: Span,
    /// In which function.
    pub function: FuncId,
}

/// Every assertion, in program order; a claim that a pass has copied is named once.
pub fn claims(program: &Program) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut names: HashMap<&str, u32> = HashMap::new();
    let mut numbers = BTreeMap::new();
    let mut named = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        // Static functions of several files may share a name; later ones get a number. Claims at
        // the end of an execution belong to the entry.
        let title = program.title(id).unwrap_or(&function.name);
        let seen = names.entry(&function.name).or_insert(0);
        *seen += 1;
        let name = match *seen {
            1 => title.clone(),
            number => format!("{title}#{number}").into(),
        };
        for block in function.blocks.iter() {
            for statement in &block.stmts {
                let StmtKind::Assert {
                    claim, property, ..
                } = &statement.kind
                else {
                    continue;
                };
                if !named.insert(*claim) {
                    continue;
                }
                let number = numbers
                    .entry((name.clone(), property.class))
                    .or_insert(0u32);
                *number += 1;
                claims.push(Claim {
                    id: *claim,
                    name: format!("{name}.{}.{number}", property.class),
                    property: property.clone(),
                    span: statement.span,
                    function: id,
                });
            }
        }
    }
    claims
}

/// Claims by their ids.
#[derive(Clone, Debug)]
pub struct ClaimIndex {
    claims: Vec<Claim>,
    /// The index of each in the list.
    places: BTreeMap<ClaimId, usize>,
}

impl ClaimIndex {
    /// The claims of a program.
    pub fn new(program: &Program) -> Self {
        let claims = claims(program);
        let numbered = claims.iter().enumerate();
        let places = numbered.map(|(index, claim)| (claim.id, index)).collect();
        ClaimIndex { claims, places }
    }

    /// The claim of an id.
    pub fn get(&self, id: ClaimId) -> Option<&Claim> {
        self.places
            .get(&id)
            .and_then(|index| self.claims.get(*index))
    }

    /// Every claim, in program order.
    pub fn iter(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn claims_are_numbered_by_function_and_class() {
        let program = parse(
            "fn f() -> void { bb0: assert true [bounds] assert true [shift] goto bb1\n\
             bb1: fence seq_cst assert false [bounds] return }\n\
             fn f() -> void { bb0: assert true [bounds] return }",
        )
        .unwrap();
        let names: Vec<String> = claims(&program).into_iter().map(|c| c.name).collect();
        assert_eq!(
            names,
            ["f.bounds.1", "f.shift.1", "f.bounds.2", "f#2.bounds.1"]
        );
        let index = ClaimIndex::new(&program);
        let found = index.get(ClaimId(2)).unwrap();
        assert_eq!(found.name, "f.bounds.2");
        assert_eq!(index.get(ClaimId(4)), None);
        assert_eq!(index.iter().count(), 4);
    }
}
