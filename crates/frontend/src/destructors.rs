//! Functions that run before the entry and behind the end of a program:
//! `__attribute__((constructor))` and `__attribute__((destructor))`.
//!
//! Constructors run in the order of their priorities, destructors in the reverse order, as the GNU
//! linker lays them out: those without a priority first, in reverse order of the files and of the
//! text. Handlers of `atexit` run before them; handlers that destructors without a priority
//! register run right after those destructors, as in position-independent executables, the default
//! of compilers. Destructors run once: `exit` in one of them skips the rest.

use crate::link::Address;
use crate::llvm::Constant;
use crate::lower::Lowering;
use cassay_base::Span;
use cassay_ir::ends::{CONSTRUCTORS, DESTRUCTORS, EXIT_HANDLERS, call, finish};
use cassay_ir::{
    Block, BlockId, CTypeTable, CompareOp, Expr, FuncId, Function, Global, GlobalId, Initializer,
    Place, Stmt, StmtKind, Terminator, TypeId, TypeTable, Variable,
};

/// The priority of functions without one.
const NO_PRIORITY: i128 = 65_535;

/// Sections that hold pointers to functions which run at start or exit.
const LISTS: &[&str] = &[
    ".preinit_array",
    ".init_array",
    ".fini_array",
    ".ctors",
    ".dtors",
];

/// A function of a list with its priority; `None` if it cannot be called.
type Entry = (i128, Option<FuncId>);

impl Lowering<'_> {
    /// Adds one function that calls all constructors.
    pub fn add_constructors(&mut self) {
        let calls = self.listed("llvm.global_ctors");
        let mut stmts = self.calls(calls.iter(), "constructor");
        stmts.extend(self.written_lists());
        if stmts.is_empty() {
            return;
        }
        let mut function = Function::declaration(CONSTRUCTORS, TypeTable::VOID, false);
        finish(&mut function, stmts);
        self.program.functions.push(function);
    }

    /// Declares the function that calls all destructors, so that bodies can call it.
    pub fn declare_destructors(&mut self) {
        if !self.listed("llvm.global_dtors").is_empty() {
            let function = Function::declaration(DESTRUCTORS, TypeTable::VOID, false);
            let id = self.program.functions.push(function);
            self.destructors = Some(id);
        }
    }

    /// Fills that function.
    pub fn define_destructors(&mut self) {
        let Some(id) = self.destructors else {
            return;
        };
        let entries = self.listed("llvm.global_dtors");
        let split = entries.partition_point(|(priority, _)| *priority < NO_PRIORITY);
        let (flag, ty) = self.flag();
        let place = || Place::Variable(Variable::Global(flag), 0);
        let mut stmts = vec![plain(StmtKind::Store {
            place: place(),
            value: Expr::int(8, 1),
            volatile: false,
            order: None,
        })];
        for part in [&entries[split..], &entries[..split]] {
            stmts.extend(self.calls(part.iter().rev(), "destructor"));
            if !part.is_empty() {
                stmts.extend(self.call_handlers());
            }
        }
        let function = &mut self.program.functions[id];
        let dst = function.new_temp(ty);
        let test = plain(StmtKind::Load {
            dst,
            place: place(),
            volatile: false,
            moves: false,
            order: None,
        });
        let [rest, end] = [BlockId(1), BlockId(2)];
        let has_run = Terminator::Branch {
            cond: Expr::compare(CompareOp::Ne, Expr::Temp(dst), Expr::int(8, 0)),
            then: end,
            otherwise: rest,
        };
        let run = (stmts, Terminator::Goto(end));
        for (stmts, terminator) in [
            (vec![test], has_run),
            run,
            (vec![], Terminator::Return(None)),
        ] {
            let span = Span::NONE;
            function.blocks.push(Block {
                stmts,
                terminator,
                span,
            });
        }
    }

    /// A variable that records whether destructors have run.
    fn flag(&mut self) -> (GlobalId, TypeId) {
        let ty = self.program.types.int(8);
        let flag = self.program.globals.push(Global {
            address_of: None,
            name: "".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align: 1,
            init: Initializer::Parts(Vec::new()),
            constant: false,
            thread_local: false,
            device: false,
            model: false,
            span: Span::NONE,
        });
        (flag, ty)
    }

    /// The functions of a list of all files, by priority and then in the order of the text.
    fn listed(&mut self, name: &str) -> Vec<Entry> {
        let mut entries = Vec::new();
        let units = self.units;
        for (unit, source) in units.iter().enumerate() {
            let list = source.module.global(name);
            let init = list.and_then(|list| list.init.as_ref());
            let Some(Constant::Array(list)) = init.map(|init| &init.value) else {
                continue;
            };
            for entry in list {
                let mut key = NO_PRIORITY;
                let mut target = None;
                if let Constant::Struct { fields, .. } = &entry.value
                    && let [priority, function, ..] = fields.as_slice()
                    && let Constant::Int(priority) = &priority.value
                    && let Constant::Global(name) = &function.value
                {
                    key = priority.as_i128().unwrap_or(key);
                    target = self.resolve(unit, name).ok().and_then(Address::function);
                }
                entries.push((key, target));
            }
        }
        entries.sort_by_key(|(priority, _)| *priority);
        entries
    }

    fn calls<'e>(&self, entries: impl Iterator<Item = &'e Entry>, what: &str) -> Vec<Stmt> {
        entries
            .map(|(_, target)| match target {
                Some(id) => call(&self.program, *id, None, Vec::new()),
                None => plain(StmtKind::Unsupported(what.into())),
            })
            .collect()
    }

    /// A call that runs the handlers of `atexit`, if the program registers any.
    fn call_handlers(&self) -> Option<Stmt> {
        let handlers = self.symbols.shared.get(EXIT_HANDLERS)?.function()?;
        Some(call(&self.program, handlers, None, Vec::new()))
    }

    /// The unsupported statement for lists to which the program itself adds function pointers.
    fn written_lists(&self) -> Option<Stmt> {
        let mut globals = self.units.iter().flat_map(|unit| &unit.module.globals);
        let written = globals.find_map(|global| {
            let section = global.section.as_deref()?;
            LISTS.iter().find(|list| section.starts_with(**list))
        })?;
        let what = format!("functions listed in section `{written}`");
        Some(plain(StmtKind::Unsupported(what.into())))
    }
}

fn plain(kind: StmtKind) -> Stmt {
    let span = Span::NONE;
    Stmt { kind, span }
}
