//! Threads that are joined although they were joined or detached before (POSIX `pthread_join`): claims
//! of the library, made by a table that says which threads were.

use cassay_base::Span;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{
    BinaryOp, CTypeId, CastKind, CompareOp, Expr, FuncId, Function, Global, GlobalId, Initializer,
    Place, Program, Property, PropertyClass, Stmt, StmtKind, Type, TypeId, Variable,
};

/// The table.
const TABLE: &str = "__cassay_thread_used";

/// The number of threads that it has room for; of others nothing is claimed.
const ROOM: u64 = 64;

/// The message of a claim.
const MESSAGE: &str = "the thread that is joined was not joined or detached before";

/// The models that detach a thread.
pub(crate) const DETACH: [&str; 2] = ["pthread_detach", "thrd_detach"];

/// Claims that threads are joined at most once, and not after they were detached.
pub(crate) fn claim_once(program: &mut Program) {
    if !shares_memory(program) {
        return;
    }
    let (byte, word) = (program.types.int(8), program.types.size_int());
    let int = program.types.int(32);
    let ty = program.types.intern(Type::Array {
        elem: byte,
        len: ROOM,
    });
    let table = program.globals.push(Global {
        name: TABLE.into(),
        ty,
        ctype: CTypeId(0),
        align: 1,
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: false,
        device: false,
        model: true,
        address_of: None,
        span: Span::NONE,
    });
    let uses = ThreadUses {
        table,
        byte,
        word,
        bits: program.layout.pointer_bits,
        int,
    };
    for id in program.functions.ids() {
        uses.rewrite(program, id);
    }
}

struct ThreadUses {
    table: GlobalId,
    byte: TypeId,
    word: TypeId,
    int: TypeId,
    bits: u32,
}

impl ThreadUses {
    fn rewrite(&self, program: &mut Program, id: FuncId) {
        let function = &program.functions[id];
        let detaches = function.model && DETACH.contains(&&*function.name);
        let joins = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Join { .. });
        if !function.has_body() || !detaches && !function.statements().any(joins) {
            return;
        }
        let detached = function.params.first().filter(|_| detaches).copied();
        let mut blocks = std::mem::take(&mut program.functions[id].blocks);
        for (index, block) in blocks.iter_mut().enumerate() {
            let old = std::mem::take(&mut block.stmts);
            if let Some(param) = detached.filter(|_| index == 0) {
                let function = &program.functions[id];
                let (span, ty) = (function.span, function.temps[param].ty);
                let number = Expr::Temp(param);
                let narrow = match ty == self.int {
                    true => number,
                    false => Expr::Cast(CastKind::Trunc, Box::new(number), self.int),
                };
                self.mark(program, id, (narrow, false), span, &mut block.stmts);
            }
            for stmt in old {
                if let StmtKind::Join { thread, .. } = &stmt.kind {
                    let (thread, span) = (thread.clone(), stmt.span);
                    self.mark(program, id, (thread, true), span, &mut block.stmts);
                }
                block.stmts.push(stmt);
            }
        }
        program.functions[id].blocks = blocks;
    }

    /// Notes that a thread is used up; if it is joined, claims that it was not before.
    fn mark(
        &self,
        program: &mut Program,
        id: FuncId,
        (number, joined): (Expr, bool),
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) {
        let function: &mut Function = &mut program.functions[id];
        let wide = match self.bits {
            32 => number,
            _ => Expr::Cast(CastKind::ZExt, Box::new(number), self.word),
        };
        let fits = Expr::compare(CompareOp::ULt, wide.clone(), Expr::int(self.bits, ROOM));
        // Thread 0 is never joined: its place takes what does not fit.
        let index = Expr::Select(
            Box::new(fits.clone()),
            Box::new(wide),
            Box::new(Expr::int(self.bits, 0)),
        );
        let index_temp = function.new_temp(self.word);
        let start = Expr::AddrOf(Variable::Global(self.table));
        let place = Place::Deref(
            Expr::PtrAdd(Box::new(start), Box::new(Expr::Temp(index_temp))),
            1,
        );
        let old = function.new_temp(self.byte);
        let unused = Expr::compare(CompareOp::Eq, Expr::Temp(old), Expr::int(8, 0));
        let outside = Expr::compare(
            CompareOp::Eq,
            Expr::Temp(index_temp),
            Expr::int(self.bits, 0),
        );
        let mut kinds = vec![
            StmtKind::Assign {
                dst: index_temp,
                value: index,
            },
            StmtKind::AtomicBegin,
            StmtKind::Load {
                dst: old,
                place: place.clone(),
                volatile: false,
                moves: false,
                order: None,
            },
            StmtKind::Assert {
                claim: program.claims.fresh(),
                cond: Expr::binary(BinaryOp::Or, unused, outside),
                property: Property::new(PropertyClass::LibraryCall, MESSAGE),
            },
            StmtKind::Store {
                place,
                value: Expr::int(8, 1),
                volatile: false,
                order: None,
            },
            StmtKind::AtomicEnd,
        ];
        kinds.retain(|kind| joined || !matches!(kind, StmtKind::Assert { .. }));
        stmts.extend(kinds.into_iter().map(|kind| Stmt { kind, span }));
    }
}
