//! Names for assertions: `function.class.number`, stable as long as the function does not change.

use cassay_base::Span;
use cassay_ir::{BlockId, FuncId, Program, Property, StmtKind};
use std::collections::{BTreeMap, HashMap};

/// An assertion of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name, e.g. `main.bounds.1`.
    pub id: String,
    /// What is claimed.
    pub property: Property,
    /// Where in the source.
    pub span: Span,
    /// In which function.
    pub function: FuncId,
    /// In which block.
    pub block: BlockId,
    /// The index of the assertion among the block's statements.
    pub stmt: usize,
}

/// Every assertion, in program order.
pub fn claims(program: &Program) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut names: HashMap<&str, u32> = HashMap::new();
    let mut numbers = BTreeMap::new();
    for (id, function) in program.functions.iter_enumerated() {
        // Static functions of several files may share a name; later ones get a number. What is
        // claimed at the end of an execution belongs to the entry.
        let title = program.title(id).unwrap_or(&function.name);
        let seen = names.entry(&function.name).or_insert(0);
        *seen += 1;
        let name = match *seen {
            1 => title.clone(),
            number => format!("{title}#{number}").into(),
        };
        for (block, contents) in function.blocks.iter_enumerated() {
            for (stmt, statement) in contents.stmts.iter().enumerate() {
                let StmtKind::Assert { property, .. } = &statement.kind else {
                    continue;
                };
                let number = numbers
                    .entry((name.clone(), property.class))
                    .or_insert(0u32);
                *number += 1;
                claims.push(Claim {
                    id: format!("{name}.{}.{number}", property.class),
                    property: property.clone(),
                    span: statement.span,
                    function: id,
                    block,
                    stmt,
                });
            }
        }
    }
    claims
}

/// Claims by their place in the program.
#[derive(Clone, Debug)]
pub struct ClaimIndex {
    claims: Vec<Claim>,
}

impl ClaimIndex {
    /// The claims of a program.
    pub fn new(program: &Program) -> Self {
        ClaimIndex {
            claims: claims(program),
        }
    }

    /// The claim made by a statement.
    pub fn get(&self, function: FuncId, block: BlockId, stmt: usize) -> Option<&Claim> {
        let key = (function, block, stmt);
        let found = self
            .claims
            .binary_search_by_key(&key, |claim| (claim.function, claim.block, claim.stmt));
        found.ok().and_then(|index| self.claims.get(index))
    }

    /// Every claim, in program order.
    pub fn iter(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::text::parse;

    #[test]
    fn claims_are_numbered_by_function_and_class() {
        let program = parse(
            "fn f() -> void { bb0: assert true [bounds] assert true [shift] goto bb1\n\
             bb1: fence assert false [bounds] return }\n\
             fn f() -> void { bb0: assert true [bounds] return }",
        )
        .unwrap();
        let ids: Vec<String> = claims(&program).into_iter().map(|claim| claim.id).collect();
        assert_eq!(
            ids,
            ["f.bounds.1", "f.shift.1", "f.bounds.2", "f#2.bounds.1"]
        );
        let index = ClaimIndex::new(&program);
        let found = index.get(FuncId(0), BlockId(1), 1).unwrap();
        assert_eq!(found.id, "f.bounds.2");
        assert_eq!(index.get(FuncId(0), BlockId(1), 0), None);
        assert_eq!(index.iter().count(), 4);
    }
}
