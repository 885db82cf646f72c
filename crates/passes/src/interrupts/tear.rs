//! Accesses wider than a machine word, in parts.
//!
//! A handler may run between the parts of an access that takes several instructions. Statements to be split are
//! those with a call of the dispatcher right behind them. The pass runs behind the one that adds claims: these are
//! about the whole access. Whether the parts are accessed upwards or downwards is an input. Atomic accesses are
//! not split.
//!
//! What cannot be split (a pointer, a copy of many words or of unknown length) is not supported where
//! a handler is enabled.

use cassay_base::{IndexVec, Span};
use cassay_ir::{
    BinaryOp, Block, BlockId, CallTarget, CastKind, Expr, FuncId, Function, INTERRUPTS,
    InputSource, Place, Program, Stmt, StmtKind, TempId, Terminator, Type, TypeTable,
};
use std::collections::BTreeMap;

/// The most parts of an access.
const PARTS: u64 = 16;

/// The reason for which an access that is not split is not supported.
const WHOLE: &str = "an interrupt during an access of several words that cannot be split";

/// Splits wide accesses that handlers may interrupt. `word`: the most bits that one access moves.
pub(crate) fn tear(program: &mut Program, word: Option<u32>) {
    let word = u64::from(word.unwrap_or(program.layout.pointer_bits) / 8);
    let dispatchers: Vec<FuncId> = program
        .functions
        .iter_enumerated()
        .filter(|(_, function)| function.name.starts_with(INTERRUPTS))
        .map(|(id, _)| id)
        .collect();
    if dispatchers.is_empty() {
        return;
    }
    let mut refusing: BTreeMap<FuncId, FuncId> = BTreeMap::new();
    for id in program.functions.ids() {
        let mut function = program.functions[id].clone();
        let mut pending: Vec<BlockId> = function.blocks.ids().collect();
        while let Some(block) = pending.pop() {
            pending.extend(split(
                program,
                &mut function,
                block,
                (&dispatchers, &mut refusing),
                word,
            ));
        }
        program.functions[id] = function;
    }
}

/// What a wide access consists of.
enum Parts {
    /// One instruction.
    One,
    /// These statements, in both orders, and what follows them.
    Several(Vec<StmtKind>, Option<StmtKind>),
    /// It cannot be said.
    Unknown,
}

/// Splits the first wide access of a block; the block with what follows it.
fn split(
    program: &mut Program,
    function: &mut Function,
    block: BlockId,
    (dispatchers, refusing): (&[FuncId], &mut BTreeMap<FuncId, FuncId>),
    word: u64,
) -> Option<BlockId> {
    let mut first = 0;
    loop {
        let stmts = &function.blocks[block].stmts;
        let behind = stmts.iter().skip(first + 1);
        let found = behind.zip(first..).find_map(|(next, index)| {
            let dispatcher = called(&next.kind).filter(|id| dispatchers.contains(id))?;
            Some((index, dispatcher))
        });
        let (index, dispatcher) = found?;
        let stmt = stmts[index].clone();
        match parts_of(program, function, &stmt.kind, word) {
            Parts::One => first = index + 1,
            Parts::Unknown => {
                let refuse = *refusing
                    .entry(dispatcher)
                    .or_insert_with(|| refuse(program, dispatcher));
                let call = call(refuse, stmt.span);
                function.blocks[block].stmts.insert(index, call);
                first = index + 2;
            }
            Parts::Several(parts, last) => {
                let parts = (parts, last);
                return Some(in_either_order(function, (block, index), parts, dispatcher));
            }
        }
    }
}

fn called(kind: &StmtKind) -> Option<FuncId> {
    match kind.call()?.target {
        CallTarget::Direct(id) => Some(*id),
        CallTarget::Indirect(_) => None,
    }
}

fn call(id: FuncId, span: Span) -> Stmt {
    let kind = StmtKind::Call {
        dst: None,
        target: CallTarget::Direct(id),
        args: Vec::new(),
    };
    Stmt { kind, span }
}

/// A copy of a dispatcher for which the run of a handler is not supported.
fn refuse(program: &mut Program, dispatcher: FuncId) -> FuncId {
    let mut function = program.functions[dispatcher].clone();
    function.name = format!("__cassay_whole{}", &function.name[INTERRUPTS.len()..]).into();
    for block in function.blocks.iter_mut() {
        if let Some(at) = block
            .stmts
            .iter()
            .position(|stmt| called(&stmt.kind).is_some())
        {
            let span = block.stmts[at].span;
            let kind = StmtKind::Unsupported(WHOLE.into());
            block.stmts = vec![Stmt { kind, span }];
            block.terminator = Terminator::Unreachable;
        }
    }
    program.functions.push(function)
}

/// Replaces a statement by its parts; the block that follows them.
fn in_either_order(
    function: &mut Function,
    (block, index): (BlockId, usize),
    (parts, last): (Vec<StmtKind>, Option<StmtKind>),
    dispatcher: FuncId,
) -> BlockId {
    let mut front = std::mem::take(&mut function.blocks[block].stmts);
    let mut rest = front.split_off(index);
    let stmt = rest.remove(0);
    let span = stmt.span;
    let end_span = function.blocks[block].span;
    rest.splice(0..0, last.map(|kind| Stmt { kind, span }));
    let downwards = function.new_temp(TypeTable::BOOL);
    let kind = StmtKind::Havoc {
        dst: downwards,
        source: InputSource::Chosen("high word first".into()),
        known: None,
    };
    front.push(Stmt { kind, span });
    let next = BlockId(function.blocks.len() as u32);
    let (up, down, behind) = (next, BlockId(next.0 + 1), BlockId(next.0 + 2));
    let end = std::mem::replace(
        &mut function.blocks[block].terminator,
        Terminator::Branch {
            cond: Expr::Temp(downwards),
            then: down,
            otherwise: up,
        },
    );
    function.blocks[block].stmts = front;
    let sequence = |parts: Vec<StmtKind>| {
        let mut stmts = Vec::new();
        for kind in parts {
            if !stmts.is_empty() {
                stmts.push(call(dispatcher, span));
            }
            stmts.push(Stmt { kind, span });
        }
        Block {
            stmts,
            terminator: Terminator::Goto(behind),
            span,
        }
    };
    let reversed: Vec<StmtKind> = parts.iter().rev().cloned().collect();
    let blocks: &mut IndexVec<BlockId, Block> = &mut function.blocks;
    blocks.push(sequence(parts));
    blocks.push(sequence(reversed));
    blocks.push(Block {
        stmts: rest,
        terminator: end,
        span: end_span,
    })
}

fn parts_of(program: &mut Program, function: &mut Function, kind: &StmtKind, word: u64) -> Parts {
    match kind {
        StmtKind::Load {
            dst,
            place,
            volatile,
            moves,
            order: None,
        } => {
            let ty = function.temps[*dst].ty;
            let how = (*volatile, *moves);
            load(program, function, (*dst, place), (ty, how), word)
        }
        StmtKind::Store {
            place,
            value,
            volatile,
            order: None,
        } => store(program, function, (place, value), *volatile, word),
        StmtKind::MemCopy {
            dst,
            src,
            len,
            may_overlap,
        } => match bulk(program, len, word, |at, len| StmtKind::MemCopy {
            dst: at(dst),
            src: at(src),
            len,
            may_overlap: *may_overlap,
        }) {
            // The order of the parts would depend on where they are.
            Parts::Several(_, _) if *may_overlap => Parts::Unknown,
            parts => parts,
        },
        StmtKind::MemSet { dst, value, len } => bulk(program, len, word, |at, len| {
            let (dst, value) = (at(dst), value.clone());
            StmtKind::MemSet { dst, value, len }
        }),
        // What unknown code writes has any value at the end of the call, and so it has before.
        StmtKind::MemHavoc { .. }
        | StmtKind::Load { order: Some(_), .. }
        | StmtKind::Store { order: Some(_), .. }
        | StmtKind::Assign { .. }
        | StmtKind::Assume(_)
        | StmtKind::Wait { .. }
        | StmtKind::Hold { .. }
        | StmtKind::Assert { .. }
        | StmtKind::Havoc { .. }
        | StmtKind::Declare(_)
        | StmtKind::Dead(_)
        | StmtKind::Alloc { .. }
        | StmtKind::Free(_)
        | StmtKind::EndStack(_)
        | StmtKind::Seal(_)
        | StmtKind::Spawn { .. }
        | StmtKind::Join { .. }
        | StmtKind::EndThread(_)
        | StmtKind::Call { .. }
        | StmtKind::AtomicBegin
        | StmtKind::AtomicEnd
        | StmtKind::Fence(_)
        | StmtKind::Unsupported(_) => Parts::One,
    }
}

/// The number of bits of a value that can be split, and whether it is a number with a point.
fn number_of_bits(program: &Program, ty: cassay_ir::TypeId, word: u64) -> Option<(u32, bool)> {
    let bytes = program.types.store_size(ty);
    let float = match program.types.get(ty) {
        Type::Int(_) => false,
        Type::Float(_) => true,
        Type::Void | Type::Ptr | Type::Array { .. } | Type::Vector { .. } | Type::Struct(_) => {
            return None;
        }
    };
    let whole = program.types.scalar_bits(ty) == bytes * 8;
    let fits = whole && bytes.is_multiple_of(word) && bytes / word <= PARTS;
    let bits = u32::try_from(bytes * 8).ok()?;
    fits.then_some((bits, float))
}

fn load(
    program: &mut Program,
    function: &mut Function,
    (dst, place): (TempId, &Place),
    (ty, (volatile, moves)): (cassay_ir::TypeId, (bool, bool)),
    word: u64,
) -> Parts {
    if program.types.store_size(ty) <= word {
        return Parts::One;
    }
    let Some((bits, float)) = number_of_bits(program, ty, word) else {
        return Parts::Unknown;
    };
    let whole = program.types.int(bits);
    let part = program.types.int(word as u32 * 8);
    let mut parts = Vec::new();
    let mut value = None;
    for number in 0..u64::from(bits / 8) / word {
        let dst = function.new_temp(part);
        parts.push(StmtKind::Load {
            dst,
            place: part_of(program, place, number * word, word),
            volatile,
            moves,
            order: None,
        });
        let wide = Expr::cast(CastKind::ZExt, Expr::Temp(dst), whole);
        let shifted = Expr::binary(BinaryOp::Shl, wide, Expr::int(bits, number * word * 8));
        value = Some(match value {
            None => shifted,
            Some(low) => Expr::binary(BinaryOp::Or, low, shifted),
        });
    }
    let last = value.map(|value| StmtKind::Assign {
        dst,
        value: match float {
            true => Expr::cast(CastKind::Bitcast, value, ty),
            false => value,
        },
    });
    Parts::Several(parts, last)
}

fn store(
    program: &mut Program,
    function: &mut Function,
    (place, value): (&Place, &Expr),
    volatile: bool,
    word: u64,
) -> Parts {
    let Some(ty) = value.ty(program, function) else {
        return Parts::Unknown;
    };
    if program.types.store_size(ty) <= word {
        return Parts::One;
    }
    let Some((bits, float)) = number_of_bits(program, ty, word) else {
        return Parts::Unknown;
    };
    // An undefined value is another one at each use.
    if value.has_input() {
        return Parts::Unknown;
    }
    let whole = program.types.int(bits);
    let part = program.types.int(word as u32 * 8);
    let number = match float {
        true => Expr::cast(CastKind::Bitcast, value.clone(), whole),
        false => value.clone(),
    };
    let parts = (0..u64::from(bits / 8) / word).map(|index| {
        let amount = Expr::int(bits, index * word * 8);
        let shifted = Expr::binary(BinaryOp::LShr, number.clone(), amount);
        StmtKind::Store {
            place: part_of(program, place, index * word, word),
            value: Expr::cast(CastKind::Trunc, shifted, part),
            volatile,
            order: None,
        }
    });
    Parts::Several(parts.collect(), None)
}

/// A part of a place.
fn part_of(program: &Program, place: &Place, offset: u64, word: u64) -> Place {
    match place {
        Place::Variable(variable, from) => Place::Variable(*variable, from + offset),
        Place::Deref(pointer, align) => {
            let bits = program.layout.pointer_bits;
            Place::Deref(
                pointer.clone().offset_by(offset as i64, bits),
                (*align).min(word),
            )
        }
    }
}

/// The parts of an operation on a number of bytes.
fn bulk(
    program: &Program,
    len: &Expr,
    word: u64,
    make: impl Fn(&dyn Fn(&Expr) -> Expr, Expr) -> StmtKind,
) -> Parts {
    let bits = program.layout.pointer_bits;
    let Some(len) = len.as_int().and_then(cassay_bv::Bv::to_u64) else {
        return Parts::Unknown;
    };
    if len <= word {
        return Parts::One;
    }
    if len.div_ceil(word) > PARTS {
        return Parts::Unknown;
    }
    let parts = (0..len.div_ceil(word)).map(|number| {
        let offset = number * word;
        let size = Expr::int(bits, word.min(len - offset));
        make(
            &|pointer: &Expr| pointer.clone().offset_by(offset as i64, bits),
            size,
        )
    });
    Parts::Several(parts.collect(), None)
}
