//! Objects of the library whose values are used after they were moved away.
//!
//! In each function of the program, every object that `std::move` names and whose type leaves its value
//! unspecified afterwards has a flag. It is raised where the library takes the value, lowered where the
//! object gets another, and claimed to be lowered where the library reads it. What happens behind aliases is
//! unknown: where the program's own code may run that could reach the object, the flag is lowered.

use crate::cxx_names::{is_constructor, is_destructor, is_library, is_named, symbol};
use crate::flags::Flag;
use crate::registry::Check;
use crate::use_after_move::objects::{Object, Objects, Root};
use cassay_base::Span;
use cassay_ir::{
    Block, BlockId, CallTarget, ClaimIds, Expr, Function, Program, Property, PropertyClass, Stmt,
    StmtKind, TempId, Terminator, TypeId,
};
use std::collections::BTreeMap;

mod objects;

/// The value of an object is not used after it was moved away.
pub(crate) const CHECK: Check = Check {
    id: "use-after-move",
    help: "uses of strings, containers and functions of the C++ library after they were moved from",
    docs: "\
The library leaves the value of an object unspecified that was moved from ([lib.types.movedfrom]). After
`std::move(x)`, or `std::forward` of an rvalue, was passed to a function of the library, no function of the
library reads `x` before it has another value: by `operator=`, `assign`, `clear`, `reset`, `resize`, `swap`,
`std::getline` or `operator>>`, or because it is declared anew. This is about `std::string`, the containers
and their adaptors, `std::function` and `std::any`. A moved-from `std::unique_ptr` or `std::shared_ptr` is
null by definition, which the claims about pointers know. What the program does is well-defined, so this check is on
request; `size()` of a moved-from vector happens to be 0 with the usual libraries.

Claims follow executions: a use is no violation where the move was not reached. They are about the function that
calls `std::move`: an object that another function moved from, through a reference or as a member, is not
followed, and where code of the program could reach the object by another way, nothing is claimed any more. A
reference to a moved-from object may be passed to a function of the program, which may give it a value.
Example: ``the value of `names` was moved away``.",
    classes: &[PropertyClass::UseAfterMove],
    default_on: false,
    on: Some("--use-after-move-check"),
    off: Some("--no-use-after-move-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

/// Types of the library whose moved-from objects have no specified value, by their names in symbols.
const TYPES: &[&str] = &[
    "6vectorI",
    "12basic_stringI",
    "5dequeI",
    "4listI",
    "12forward_listI",
    "3mapI",
    "8multimapI",
    "3setI",
    "8multisetI",
    "13unordered_mapI",
    "18unordered_multimapI",
    "13unordered_setI",
    "18unordered_multisetI",
    "5stackI",
    "5queueI",
    "14priority_queueI",
    "8functionI",
    "3any",
];

/// Members that give their object a value without reading it.
const SETTERS: &[&str] = &["operator=", "assign", "clear", "reset", "resize"];

/// Functions that may give any of their arguments a value.
const EXCHANGES: &[&str] = &[
    "swap",
    "exchange",
    "getline",
    "operator>>",
    "merge",
    "splice",
    "ref",
];

fn instrument(program: &mut Program) {
    let byte = program.types.int(8);
    for id in program.functions.ids() {
        let function = &program.functions[id];
        if function.model || is_library(function) {
            continue;
        }
        let moves = Moves::new(program, function);
        if moves.values.is_empty() {
            continue;
        }
        let plan = moves.plan(program, function);
        let ids = &mut program.claims;
        plan.carry_out(&mut program.functions[id], ids, byte);
    }
}

/// Whether a function is `std::move` or `std::forward` to an rvalue of a type whose moved-from objects
/// have no specified value.
fn is_move(function: &Function) -> bool {
    let symbol = symbol(function);
    let lvalue = ["_ZSt4move", "_ZNSt3__14move"].iter().find_map(|name| {
        let (_, argument) = symbol.strip_prefix(name)?.split_once('I')?;
        argument.strip_prefix('R')
    });
    let rvalue = ["_ZSt7forward", "_ZNSt3__17forward"]
        .iter()
        .find_map(|name| {
            let (_, argument) = symbol.strip_prefix(name)?.split_once('I')?;
            Some(argument)
        });
    let Some(ty) = lvalue.or(rvalue) else {
        return false;
    };
    // `NS_` is the namespace that the function itself is in.
    let name = ty.strip_prefix('N').unwrap_or(ty).strip_prefix("St");
    name.or_else(|| ty.strip_prefix("NS_")).is_some_and(|name| {
        let inner = ["7__cxx11", "3__1"]
            .iter()
            .find_map(|space| name.strip_prefix(space));
        let name = inner.unwrap_or(name);
        TYPES.iter().any(|ty| name.starts_with(ty))
    })
}

/// Whether a function only passes a reference on.
fn passes_on(function: &Function) -> bool {
    let functions = ["move", "forward", "addressof", "__addressof", "as_const"];
    is_library(function) && functions.iter().any(|name| is_named(function, name))
}

/// A call, as a statement or at the end of a block.
#[derive(Clone, Copy)]
struct Call<'a> {
    dst: Option<TempId>,
    target: &'a CallTarget,
    args: &'a [Expr],
}

impl<'a> Call<'a> {
    fn of(kind: &'a StmtKind) -> Option<Self> {
        if let StmtKind::Call { dst, target, args } = kind {
            return Some(Call {
                dst: *dst,
                target,
                args,
            });
        }
        None
    }

    fn at_end(terminator: &'a Terminator) -> Option<Self> {
        if let Terminator::Invoke {
            dst, target, args, ..
        } = terminator
        {
            return Some(Call {
                dst: *dst,
                target,
                args,
            });
        }
        None
    }

    fn callee<'p>(&self, program: &'p Program) -> Option<&'p Function> {
        match self.target {
            CallTarget::Direct(id) => program.functions.get(*id),
            CallTarget::Indirect(_) => None,
        }
    }

    fn in_block(block: &'a Block) -> impl Iterator<Item = Call<'a>> {
        let stmts = block.stmts.iter().filter_map(|stmt| Call::of(&stmt.kind));
        stmts.chain(Call::at_end(&block.terminator))
    }
}

/// What a function moves from.
struct Moves<'a> {
    objects: Objects<'a>,
    /// The results of `std::move`, with the object that each leads to.
    values: BTreeMap<TempId, Object>,
    /// The objects, each once.
    moved: Vec<Object>,
}

/// What a call means for an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Reads,
    Takes,
    Sets,
    Nothing,
}

impl<'a> Moves<'a> {
    fn new(program: &Program, function: &'a Function) -> Self {
        let mut objects = Objects::new(function);
        let mut values = BTreeMap::new();
        for call in function.blocks.iter().flat_map(Call::in_block) {
            let callee = call.callee(program);
            if callee.is_none_or(|callee| !callee.model && !is_library(callee)) {
                call.args.iter().for_each(|arg| objects.escape(arg));
            }
        }
        for call in function.blocks.iter().flat_map(Call::in_block) {
            let moves = call.callee(program).is_some_and(is_move);
            let object = call.args.first().and_then(|arg| objects.find(arg));
            if let (true, Some(dst), Some(object)) = (moves, call.dst, object) {
                values.insert(dst, object);
            }
        }
        let mut moved: Vec<Object> = values.values().copied().collect();
        moved.sort();
        moved.dedup();
        Moves {
            objects,
            values,
            moved,
        }
    }

    /// What a call means for each object, in order of arguments.
    fn meanings(&self, program: &Program, call: Call<'_>) -> Vec<(usize, Meaning)> {
        let callee = call.callee(program);
        let library = callee.filter(|callee| is_library(callee));
        let mut found = Vec::new();
        for (index, arg) in call.args.iter().enumerate() {
            let mut taken = None;
            if let Expr::Temp(temp) = arg {
                taken = self.values.get(temp).copied();
            }
            let named = self.objects.find(arg);
            let Some(object) = taken.or(named) else {
                continue;
            };
            let Ok(number) = self.moved.binary_search(&object) else {
                continue;
            };
            let meaning = match library {
                None => Meaning::Sets,
                Some(callee) if taken.is_some() && passes_on(callee) => Meaning::Nothing,
                Some(_) if taken.is_some() => Meaning::Takes,
                Some(callee) => meaning_for(callee, index),
            };
            found.push((number, meaning));
        }
        if callee.is_none_or(may_run_own_code) {
            let reached = (0..self.moved.len()).filter(|n| self.objects.escapes(self.moved[*n]));
            found.extend(reached.map(|number| (number, Meaning::Sets)));
        }
        found
    }

    fn plan(&self, program: &Program, function: &Function) -> Plan {
        let mut plan = Plan {
            count: self.moved.len(),
            ..Plan::default()
        };
        let names = self.moved.iter().map(|object| self.objects.name(*object));
        plan.names = names.collect();
        for (id, block) in function.blocks.iter_enumerated() {
            for (index, stmt) in block.stmts.iter().enumerate() {
                let place = (id, index);
                for number in self.renewed(&stmt.kind) {
                    plan.after.push((place, number, false, stmt.span));
                }
                if let Some(call) = Call::of(&stmt.kind) {
                    for (number, meaning) in self.meanings(program, call) {
                        plan.add(place, place, (number, meaning), stmt.span);
                    }
                }
            }
            if let Some(call) = Call::at_end(&block.terminator) {
                let end = (id, block.stmts.len());
                let then = after_invoke(function, id).unwrap_or(end);
                for (number, meaning) in self.meanings(program, call) {
                    plan.add(end, then, (number, meaning), block.span);
                }
            }
        }
        plan
    }

    /// The objects that a statement replaces by others.
    fn renewed(&self, kind: &StmtKind) -> Vec<usize> {
        let roots: Vec<Root> = match self.objects.replaced(kind) {
            Some(root) => vec![root],
            None => Vec::new(),
        };
        let numbers = 0..self.moved.len();
        numbers
            .filter(|number| roots.contains(&self.moved[*number].root))
            .collect()
    }
}

/// What a function of the library does with the object that an argument names.
fn meaning_for(callee: &Function, index: usize) -> Meaning {
    let any = |names: &[&str]| names.iter().any(|name| is_named(callee, name));
    if passes_on(callee) || is_destructor(callee) {
        Meaning::Nothing
    } else if any(EXCHANGES) || index == 0 && (is_constructor(callee) || any(SETTERS)) {
        Meaning::Sets
    } else {
        Meaning::Reads
    }
}

/// Whether a function may run code of the program that knows more than its arguments: it is one, or a
/// function of the library that is made for a lambda, or calls what it stores.
fn may_run_own_code(callee: &Function) -> bool {
    if callee.model {
        return false;
    }
    let tasks = ["$_", "thread", "future", "async", "call_once"];
    !is_library(callee)
        || is_named(callee, "operator()")
        || tasks.iter().any(|name| callee.name.contains(name))
}

/// Where only executions pass that return from the `invoke` of a block.
fn after_invoke(function: &Function, block: BlockId) -> Option<(BlockId, usize)> {
    let Terminator::Invoke { normal, .. } = function.blocks[block].terminator else {
        return None;
    };
    let mut ways = 0;
    for other in function.blocks.iter() {
        other
            .terminator
            .successors(|next| ways += usize::from(next == normal));
    }
    (ways == 1).then_some((normal, 0))
}

/// A statement, by its block and its index; the end of a block has the index behind the last.
type At = (BlockId, usize);

/// What is added to a function.
#[derive(Default)]
struct Plan {
    count: usize,
    names: Vec<String>,
    /// Claims before statements: which object.
    claims: Vec<(At, usize, Span)>,
    /// Flags that are raised or lowered before statements.
    before: Vec<(At, usize, bool, Span)>,
    /// The same after statements.
    after: Vec<(At, usize, bool, Span)>,
}

impl Plan {
    /// What a call does to an object: the claim stands before it, the rest where it has returned.
    fn add(&mut self, at: At, then: At, (number, meaning): (usize, Meaning), span: Span) {
        if matches!(meaning, Meaning::Reads | Meaning::Takes) {
            self.claims.push((at, number, span));
        }
        let raised = match meaning {
            Meaning::Takes => true,
            Meaning::Sets => false,
            Meaning::Reads | Meaning::Nothing => return,
        };
        match at == then {
            true => self.after.push((at, number, raised, span)),
            false => self.before.push((then, number, raised, span)),
        }
    }

    fn carry_out(self, function: &mut Function, ids: &mut ClaimIds, byte: TypeId) {
        let flags: Vec<_> = (0..self.count)
            .map(|_| Flag::of_function(function, byte))
            .collect();
        let mut blocks = std::mem::take(&mut function.blocks);
        for id in blocks.ids() {
            let block = &mut blocks[id];
            let old = std::mem::take(&mut block.stmts);
            let new = &mut block.stmts;
            if id == Function::ENTRY {
                for (flag, local) in &flags {
                    let kind = StmtKind::Declare(*local);
                    let span = function.span;
                    new.push(Stmt { kind, span });
                    new.push(flag.set(false, span));
                }
            }
            let end = old.len();
            let mut old = old.into_iter();
            for index in 0..=end {
                let here = (id, index);
                for (_, number, raised, span) in self.before.iter().filter(|it| it.0 == here) {
                    new.push(flags[*number].0.set(*raised, *span));
                }
                for (_, number, span) in self.claims.iter().filter(|it| it.0 == here) {
                    let property = property(&self.names[*number]);
                    let flag = flags[*number].0;
                    new.extend(flag.claim(false, property, (&mut *function, &mut *ids), *span));
                }
                new.extend(old.next());
                for (_, number, raised, span) in self.after.iter().filter(|it| it.0 == here) {
                    new.push(flags[*number].0.set(*raised, *span));
                }
            }
        }
        function.blocks = blocks;
    }
}

fn property(name: &str) -> Property {
    let class = PropertyClass::UseAfterMove;
    match name {
        "" => Property::of(class),
        name => Property::new(class, format!("the value of `{name}` was moved away")),
    }
}
