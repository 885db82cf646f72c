//! Waits for a condition that end without a signal, as POSIX allows.
//!
//! The model lets any wait end so, and remembers it in a variable of the thread. It excludes executions in
//! which the next wait finds this variable set; here it is cleared before every wait, except in loops that do
//! nothing but wait: there it is cleared where the loop is entered. So in such a loop a wait that ends without
//! a signal is the last one, and the loop ends where signals do. Nothing is lost: of two waits in a row, the
//! first of which ends without a signal, the first can be left out. The thread then waits, and leaves the
//! mutex to others, from the first wait on to the end of the second; a signal that it would have missed in
//! between wakes it, after which the loop does the same again.

use cassay_ir::order::{LoopId, Order};
use cassay_ir::{
    BlockId, CallTarget, Effects, Expr, FuncId, Function, GlobalId, Place, Program, Stmt, StmtKind,
    TempId, Variable,
};
use std::collections::BTreeSet;

/// The variable by which a thread knows that its last wait has ended without a signal.
const WOKEN: &str = "__cassay_woken";

/// The functions that wait for a condition without a limit of time.
const WAITS: [&str; 2] = ["pthread_cond_wait", "cnd_wait"];

/// What a loop may do that only waits.
const HARMLESS: Effects = Effects::READS.and(Effects::CLAIMS).and(Effects::ENDS);

/// A place in a function, before a statement.
type At = (BlockId, usize);

/// Limits wake-ups without a signal to those that make a difference.
pub(crate) fn limit(program: &mut Program) {
    let mut globals = program.globals.iter_enumerated();
    let woken = globals.find(|(_, global)| global.model && &*global.name == WOKEN);
    let Some(woken) = woken.map(|(id, _)| id) else {
        return;
    };
    drop(globals);
    for id in program.functions.ids() {
        let places = places_to_clear(program, id);
        for (block, index) in places.into_iter().rev() {
            clear(program, woken, id, (block, index));
        }
    }
}

fn clear(program: &mut Program, woken: GlobalId, id: FuncId, (block, index): At) {
    let contents = &mut program.functions[id].blocks[block];
    let span = contents
        .stmts
        .get(index)
        .map_or(contents.span, |stmt| stmt.span);
    let kind = StmtKind::Store {
        place: Place::Variable(Variable::Global(woken), 0),
        value: Expr::int(8, 0),
        volatile: false,
        order: None,
    };
    contents.stmts.insert(index, Stmt { kind, span });
}

/// Where the variable is cleared in a function.
fn places_to_clear(program: &Program, id: FuncId) -> BTreeSet<At> {
    let function = &program.functions[id];
    let mut places = BTreeSet::new();
    if function.model || !function.has_body() {
        return places;
    }
    let mut order = None;
    for (block, contents) in function.blocks.iter_enumerated() {
        for (index, call) in contents.calls() {
            if !waits(program, call.target) {
                continue;
            }
            let order = order.get_or_insert_with(|| Order::new(function));
            match entries_of_wait(program, function, order, (block, index)) {
                Some(entries) => places.extend(entries),
                None => {
                    places.insert((block, index));
                }
            }
        }
    }
    places
}

/// Whether a call may wait for a condition. Who calls a pointer may call anything.
fn waits(program: &Program, target: &CallTarget) -> bool {
    match target {
        CallTarget::Direct(id) => {
            let callee = &program.functions[*id];
            let name = callee.name.split('#').next().unwrap_or_default();
            callee.model && WAITS.contains(&name)
        }
        CallTarget::Indirect(_) => true,
    }
}

/// The ends of the blocks that lead into the loop around a wait, if the loop does nothing else.
fn entries_of_wait(
    program: &Program,
    function: &Function,
    order: &Order,
    wait: At,
) -> Option<Vec<At>> {
    let around = order.loops_around(wait.0).last()?;
    let blocks: Vec<BlockId> = order
        .sequence()
        .into_iter()
        .filter(|block| order.contains(around, *block))
        .collect();
    let direct = calls_directly(program, function, wait);
    let alone = direct && only_waits(function, &blocks, wait);
    let stays = alone && keeps_arguments(function, &blocks, wait);
    if !stays || carries_values(function, &blocks) {
        return None;
    }
    entries(function, order, around)
}

fn calls_directly(program: &Program, function: &Function, wait: At) -> bool {
    let call = function.blocks[wait.0].call(wait.1);
    call.is_some_and(|call| match call.target {
        CallTarget::Direct(_) => waits(program, call.target),
        CallTarget::Indirect(_) => false,
    })
}

/// Whether the blocks read memory and wait, and do nothing else.
fn only_waits(function: &Function, blocks: &[BlockId], wait: At) -> bool {
    blocks.iter().all(|block| {
        let contents = &function.blocks[*block];
        let mut stmts = contents.stmts.iter().enumerate();
        let quiet = stmts.all(|(index, stmt)| {
            let effects = stmt.kind.effects();
            (*block, index) == wait || effects.only(HARMLESS)
        });
        let mut expressions = contents.parts().map(Expr::effects);
        let determined = !expressions.any(|effects| effects.any(Effects::CHOOSES));
        quiet && determined && contents.terminator.call().is_none()
    })
}

/// Whether the arguments of a call are the same in every iteration.
fn keeps_arguments(function: &Function, blocks: &[BlockId], wait: At) -> bool {
    let call = function.blocks[wait.0].call(wait.1);
    let mut todo: Vec<TempId> = match &call {
        Some(call) => call.args.iter().flat_map(Expr::temps).collect(),
        None => return false,
    };
    let mut seen = BTreeSet::new();
    while let Some(temp) = todo.pop() {
        if !seen.insert(temp) {
            continue;
        }
        let stmts = blocks
            .iter()
            .flat_map(|block| &function.blocks[*block].stmts);
        for stmt in stmts.filter(|stmt| stmt.kind.defines() == Some(temp)) {
            let mut private = true;
            stmt.kind.accesses(|access| {
                private &= match access.to {
                    cassay_ir::Accessed::Variable(Variable::Local(local), _) => {
                        !function.locals[local].address_taken
                    }
                    cassay_ir::Accessed::Variable(Variable::Global(_), _)
                    | cassay_ir::Accessed::Behind(_) => false,
                };
            });
            if !private {
                return false;
            }
            stmt.kind.expressions(|expr| todo.extend(expr.temps()));
        }
    }
    true
}

/// Whether an iteration may use a temporary that an earlier one has set.
fn carries_values(function: &Function, blocks: &[BlockId]) -> bool {
    let stmts = |block: &BlockId| function.blocks[*block].stmts.iter();
    let set: BTreeSet<TempId> = blocks
        .iter()
        .flat_map(stmts)
        .filter_map(|stmt| stmt.kind.defines())
        .collect();
    let mut known: BTreeSet<TempId> = BTreeSet::new();
    let mut carries = false;
    for block in blocks {
        let mut uses = |expr: &Expr, known: &BTreeSet<TempId>| {
            carries |= expr
                .temps()
                .any(|temp| set.contains(&temp) && !known.contains(&temp));
        };
        for stmt in stmts(block) {
            stmt.kind.expressions(|expr| uses(expr, &known));
            known.extend(stmt.kind.defines());
        }
        let end = &function.blocks[*block].terminator;
        end.expressions(|expr| uses(expr, &known));
    }
    carries
}

/// The ends of the blocks that lead into a loop, if all of them lead to its head and call nothing there.
fn entries(function: &Function, order: &Order, around: LoopId) -> Option<Vec<At>> {
    let head = order.loops()[around].head;
    if head == Function::ENTRY {
        return None;
    }
    let mut entries = Vec::new();
    for (block, contents) in function.blocks.iter_enumerated() {
        if order.contains(around, block) {
            continue;
        }
        let (mut enters, mut elsewhere) = (false, false);
        contents.terminator.successors(|next| {
            enters |= next == head;
            elsewhere |= next != head && order.contains(around, next);
        });
        if elsewhere || enters && contents.terminator.call().is_some() {
            return None;
        }
        if enters {
            entries.push((block, contents.stmts.len()));
        }
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that waits in a function with the given locals and blocks.
    fn places(locals: &str, blocks: &str) -> Vec<(u32, usize)> {
        let text = format!(
            "target 64\nglobal @__cassay_woken: i8 thread_local model\nglobal @ready: i32\n\
             global @c: [48 x i8]\nglobal @q: ptr\n\
             fn pthread_cond_wait(%0: ptr) -> i32 model {{\nbb0:\n  return 0\n}}\n\
             fn main() -> void {{\n{locals}{blocks}}}\n"
        );
        let program = cassay_ir::text::parse(&text).expect("it reads");
        let main = program.find_function("main").expect("there is main");
        let places = places_to_clear(&program, main);
        places.into_iter().map(|(b, i)| (b.0, i)).collect()
    }

    fn waiting_loop(body: &str) -> String {
        format!(
            "bb0:\n  goto bb1\nbb1:\n  %0: i32 = load @ready\n  if eq(%0, 0) goto bb2 else bb3\n\
             bb2:\n{body}  goto bb1\nbb3:\n  return\n"
        )
    }

    #[test]
    fn a_loop_that_only_waits_is_entered_without_a_wake_up() {
        let body = "  %1: i32 = call pthread_cond_wait#0(&@c)\n";
        assert_eq!(places("", &waiting_loop(body)), [(0, 0)]);
    }

    #[test]
    fn every_other_wait_may_end_without_a_signal() {
        let once = "bb0:\n  %0: i32 = call pthread_cond_wait#0(&@c)\n  return\n";
        assert_eq!(places("", once), [(0, 0)]);
        let writes = "  store i32 1 -> @ready\n  %1: i32 = call pthread_cond_wait#0(&@c)\n";
        assert_eq!(places("", &waiting_loop(writes)), [(2, 1)]);
        let twice = "  %1: i32 = call pthread_cond_wait#0(&@c)\n\
                     \x20 %2: i32 = call pthread_cond_wait#0(&@c)\n";
        assert_eq!(places("", &waiting_loop(twice)), [(2, 0), (2, 1)]);
        let moves = "  %1: ptr = load @q\n  %2: i32 = call pthread_cond_wait#0(%1)\n";
        assert_eq!(places("", &waiting_loop(moves)), [(2, 1)]);
        let private = "  %1: ptr = load own\n  %2: i32 = call pthread_cond_wait#0(%1)\n";
        assert_eq!(places("  var own: ptr\n", &waiting_loop(private)), [(0, 0)]);
    }
}
