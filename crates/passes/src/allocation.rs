//! Removes allocation failure: the program in which every allocation succeeds.
//!
//! The front-end lowers every call that may fail to allocate to a branch on an input
//! ([`cassay_ir::allocation`]). This pass fixes that input and removes the failing side of the
//! branch.

use cassay_base::Span;
use cassay_ir::allocation::allocating;
use cassay_ir::{Constant, Expr, Initializer, Note, NoteKind, Program, StmtKind, Terminator};
use std::collections::BTreeSet;

/// Makes every allocation succeed, and notes it for the functions that the program calls.
pub fn assume_success(program: &mut Program) {
    let mut called = BTreeSet::new();
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            let mut decides = false;
            for stmt in &mut block.stmts {
                let Some(name) = allocating(&stmt.kind) else {
                    continue;
                };
                called.insert(name.to_owned());
                if let Some(dst) = stmt.kind.defines() {
                    let value = Expr::bool(false);
                    stmt.kind = StmtKind::Assign { dst, value };
                }
                decides = true;
            }
            if let (true, Terminator::Branch { otherwise, .. }) = (decides, &block.terminator) {
                block.terminator = Terminator::Goto(*otherwise);
            }
        }
    }
    for name in called {
        program.add_note(Note {
            subject: format!("{name}()").into(),
            kind: NoteKind::Allocation,
            assumption: "always succeeds".into(),
            may_hide: false,
            span: Span::NONE,
        });
    }
}

/// The constant of the models by which `operator new` knows whether it may fail.
const NEW_MAY_THROW: &str = "__cassay_new_may_throw";

/// Lets `operator new` fail. What the model notes otherwise no longer holds.
pub fn let_new_throw(program: &mut Program) {
    let mut globals = program.globals.iter_mut();
    let switch = globals.find(|global| global.model && &*global.name == NEW_MAY_THROW);
    if let Some(switch) = switch {
        switch.init = Initializer::Parts(vec![(0, Constant::Bytes(vec![1, 0, 0, 0]))]);
    }
    for note in program.notes.iter_mut() {
        if &*note.assumption == NEW_SUCCEEDS {
            note.assumption = NEW_MAY_FAIL.into();
        }
    }
}

/// What it says otherwise.
const NEW_MAY_FAIL: &str = "may fail wherever it is called";

/// What the model of `operator new` assumes by default (`models/cxx/new.c`).
const NEW_SUCCEEDS: &str = "operator new finds enough memory, unless --new-may-throw is given";

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::allocation::may_fail;
    use cassay_ir::text::{parse, print_functions};
    use cassay_ir::verify;

    /// As the front-end lowers `malloc(4)`, with an input of another kind beside it.
    const PROGRAM: &str = r#"
target 64
fn main() -> void {
bb0:
  %0: i1 = havoc "nondet_bool()"
  %1: i1 = havoc "malloc() fails"
  if %1 goto bb1 else bb2
bb1:
  %2: ptr = null
  goto bb3
bb2:
  %3: ptr = alloc heap 4:i64 align 16
  %2: ptr = %3
  goto bb3
bb3:
  return
}
"#;

    #[test]
    fn success_takes_the_failing_branch_away_and_is_noted() {
        let mut program = parse(PROGRAM).unwrap();
        assert!(may_fail(&program));
        assume_success(&mut program);
        assert!(verify(&program).is_ok());
        assert!(!may_fail(&program));
        let text = print_functions(&program);
        assert!(text.contains("%1: i1 = false\n  goto bb2"), "{text}");
        assert!(text.contains("havoc \"nondet_bool()\""), "{text}");
        let notes: Vec<&Note> = program.notes.iter().collect();
        let [note] = notes.as_slice() else {
            panic!("one note: {notes:?}");
        };
        assert_eq!(&*note.subject, "malloc()");
        assert!(!note.may_hide);
    }

    #[test]
    fn other_inputs_are_left_alone() {
        let text = PROGRAM.replace("malloc() fails", "mkdtemp fails");
        let before = parse(&text).unwrap();
        let mut after = before.clone();
        assume_success(&mut after);
        assert!(!may_fail(&before));
        assert_eq!(before, after);
    }
}
