//! Spurious failures of a weak `cmpxchg` (C17 7.17.7.4, [atomics.types.operations]).
//!
//! It may fail although the values are equal, so that programs repeat it. If every try could fail, no such loop would
//! ever end. A machine on which a thread fails spuriously twice in a row would be allowed, too; that there is none is
//! an assumption, which is noted. A variable of each thread records whether its last try failed in this way.
//!
//! A function of a library that repeats the try by itself does the same as one with a strong exchange, as nothing but
//! the try changes in an iteration. Its exchanges are strong: shared pointers are made of them.

use crate::fold;
use crate::functions::Builder;
use crate::llvm::{InstKind, TypedValue};
use cassay_base::Span;
use cassay_ir::{
    BinaryOp, CTypeTable, CompareOp, Expr, Global, GlobalId, Initializer, InputSource, Note,
    NoteKind, Place, StmtKind, TypeTable,
};

const ASSUMPTION: &str = "a weak compare-exchange does not fail spuriously twice in a row";

impl<'m> Builder<'_, 'm> {
    /// Whether an exchange at `pointer`, whose values are equal if `equal` is, succeeds although it is weak.
    pub fn succeeds_weakly(&mut self, pointer: &'m TypedValue, equal: Expr) -> Expr {
        if self.library_repeats(pointer) {
            return equal;
        }
        self.note_assumption();
        let flag = Place::Variable(cassay_ir::Variable::Global(self.failed_before()), 0);
        let byte = self.cx.program.types.int(8);
        let before = self.body.temp(byte);
        self.body.push(StmtKind::Load {
            dst: before,
            place: flag.clone(),
            volatile: false,
            moves: false,
            order: None,
        });
        let succeeds = self.body.temp(TypeTable::BOOL);
        self.body.push(StmtKind::Havoc {
            dst: succeeds,
            source: InputSource::Chosen("success of a weak compare-exchange".into()),
            known: None,
        });
        let must = fold::compare(CompareOp::Ne, Expr::Temp(before), Expr::int(8, 0));
        let must = self.body.assign(TypeTable::BOOL, must);
        let may = Expr::binary(BinaryOp::Or, must, Expr::Temp(succeeds));
        let may = self.body.assign(TypeTable::BOOL, may);
        let both = Expr::binary(BinaryOp::And, equal.clone(), may);
        let success = self.body.assign(TypeTable::BOOL, both);
        let spurious = Expr::binary(BinaryOp::And, equal, fold::not(success.clone()));
        let spurious = self.body.assign(TypeTable::BOOL, spurious);
        let value = fold::select(spurious, Expr::int(8, 1), Expr::int(8, 0));
        let value = self.body.assign(byte, value);
        self.body.push(StmtKind::Store {
            place: flag,
            value,
            volatile: false,
            order: None,
        });
        success
    }

    /// Whether the exchange is in a loop of a library's function.
    fn library_repeats(&self, pointer: &'m TypedValue) -> bool {
        if !self.cx.program.is_in_library(self.body.function.span) {
            return false;
        }
        let graph = &self.source.graph;
        let has_it = |block: &crate::llvm::Block| {
            let mut instructions = block.instructions();
            instructions.any(|instruction| {
                matches!(&instruction.kind, InstKind::CmpXchg { pointer: own, .. } if std::ptr::eq(own, pointer))
            })
        };
        let Some(start) = graph.blocks.iter().position(has_it) else {
            return false;
        };
        let mut seen = vec![false; graph.blocks.len()];
        let mut open = graph.successors(start);
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                open.extend(graph.successors(block));
            }
        }
        seen[start]
    }

    fn note_assumption(&mut self) {
        let function = &mut self.body.function;
        let note = self.cx.program.add_note(Note {
            kind: NoteKind::Model,
            subject: function.name.clone(),
            assumption: ASSUMPTION.into(),
            may_hide: false,
            span: self.body.span,
        });
        if !function.notes.contains(&note) {
            function.notes.push(note);
        }
    }

    /// The variable of each thread that records whether its last weak exchange failed spuriously.
    fn failed_before(&mut self) -> GlobalId {
        if let Some(known) = self.cx.weak_failure {
            return known;
        }
        let program = &mut self.cx.program;
        let ty = program.types.int(8);
        let id = program.globals.push(Global {
            address_of: None,
            name: "spurious failure".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align: 1,
            init: Initializer::Parts(Vec::new()),
            constant: false,
            thread_local: true,
            device: false,
            model: true,
            span: Span::NONE,
        });
        self.cx.weak_failure = Some(id);
        id
    }
}
