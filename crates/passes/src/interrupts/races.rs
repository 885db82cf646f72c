//! Claims that interrupted code and handlers do not race.
//!
//! Before an access of code that can be interrupted, what it accesses is noted in ghost variables, handlers run, and
//! a claim says that none of them accessed the same in conflict. Handlers compare each of their accesses with the note.
//!
//! A load or store is done at once if it is atomic, or if it is volatile and not wider than a machine word:
//! interrupts come between instructions, and such an access is one instruction. Two accesses conflict if they have
//! a byte in common, one of them writes, and not both are done at once.
//!
//! Objects are noted by number if all accesses are to known global variables, which proofs by induction can follow,
//! and else by pointer.

use super::footprint::{At, Footprint, Footprints};
use super::ghosts::{Code, PLAIN, Pending, WIDTH, WRITES};
use super::points::Scene;
use cassay_base::Id;
use cassay_effects::Target;
use cassay_ir::{
    Access, Accessed, BinaryOp, CompareOp, Expr, Extent, FuncId, Function, GlobalId, Program,
    Property, PropertyClass, Size, StmtKind, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Where claims about races need something.
pub(super) struct Races {
    /// Accesses that handlers may interrupt.
    probes: BTreeSet<At>,
    /// Accesses of handlers.
    checks: BTreeSet<At>,
    /// The global variables that each of them accesses, if all are known.
    objects: Option<BTreeMap<At, Vec<GlobalId>>>,
    /// The bits of a machine word.
    word: u32,
}

/// The bytes of an access, and how it is done.
struct Bytes {
    object: Expr,
    offset: Expr,
    size: Expr,
    writes: bool,
    plain: bool,
}

impl Races {
    pub fn of(scene: &Scene<'_>, word: u32) -> Self {
        let mut races = Races {
            probes: BTreeSet::new(),
            checks: BTreeSet::new(),
            objects: None,
            word,
        };
        let code = Footprints {
            program: scene.program,
            analysis: scene.analysis,
        };
        let plain = |kind: &StmtKind, id: FuncId| is_plain(scene.program, kind, id, word);
        let in_parts: Vec<Footprint> = scene
            .closures
            .iter()
            .map(|functions| {
                let mut all = Footprint::default();
                for &id in functions {
                    each(&scene.program.functions[id], id, |kind, at| {
                        if plain(kind, id) {
                            all.add(&code.of(kind, at));
                        }
                    });
                }
                all
            })
            .collect();
        let mut probed = Footprint::default();
        for (id, function) in scene.program.functions.iter_enumerated() {
            let level = scene.levels.get(&id).filter(|_| !function.model);
            let Some(level) = level.map(|level| level.lowest()) else {
                continue;
            };
            let above = |footprints: &[Footprint]| scene.above_of(footprints, level);
            let (Some(all), Some(in_parts)) = (above(&scene.footprints), above(&in_parts)) else {
                continue;
            };
            each(function, id, |kind, at| {
                let footprint = code.of(kind, at);
                let others = if plain(kind, id) { &all } else { &in_parts };
                if footprint.conflicts(others) {
                    races.probes.insert(at);
                    probed.add(&footprint);
                }
            });
        }
        for &id in scene.closures.iter().flatten() {
            each(&scene.program.functions[id], id, |kind, at| {
                if code.of(kind, at).conflicts(&probed) {
                    races.checks.insert(at);
                }
            });
        }
        races.objects = races.known_objects(scene);
        races
    }

    /// Whether objects are noted by pointer.
    pub fn by_pointer(&self) -> bool {
        self.objects.is_none()
    }

    fn known_objects(&self, scene: &Scene<'_>) -> Option<BTreeMap<At, Vec<GlobalId>>> {
        let mut objects = BTreeMap::new();
        for &at in self.probes.iter().chain(&self.checks) {
            let stmts = &scene.program.functions[at.0].blocks[at.1].stmts;
            let mut known = Vec::new();
            let kind = &stmts.get(at.2)?.kind;
            kind.accesses(|access| known.push(global_of(scene, kind, access, at)));
            objects.insert(at, known.into_iter().collect::<Option<Vec<_>>>()?);
        }
        Some(objects)
    }

    /// The functions with accesses that handlers may interrupt.
    pub fn probed(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.probes.iter().map(|(id, _, _)| *id)
    }

    /// Adds what stands before a statement. `nested`: the code itself may have interrupted other code.
    pub fn before(
        &self,
        program: &mut Program,
        code: &mut Code<'_>,
        pending: &Pending,
        (kind, at): (&StmtKind, At),
        nested: bool,
        dispatch: impl Fn(&mut Program, &mut Code<'_>),
    ) {
        if !self.probes.contains(&at) && !self.checks.contains(&at) {
            return;
        }
        let mut accesses = Vec::new();
        kind.accesses(|access| {
            let name = name_of(program, code.function, access);
            let bytes = bytes_of(program, code.function, access, self.word);
            accesses.push((bytes, name));
        });
        let objects = self.objects.as_ref().and_then(|objects| objects.get(&at));
        let numbers = objects
            .into_iter()
            .flatten()
            .map(|global| number_of(program, *global));
        let mut numbers: Vec<Expr> = numbers.collect();
        numbers.reverse();
        for (bytes, name) in accesses {
            let number = numbers.pop();
            let Some(mut bytes) = bytes else { continue };
            if let Some(number) = number {
                bytes.object = number;
            }
            if self.checks.contains(&at) {
                check(program, code, pending, &bytes);
            }
            if self.probes.contains(&at) {
                probe(program, code, pending, (bytes, name), nested, &dispatch);
            }
        }
    }
}

/// The number by which a variable is noted; none is noted as 0.
fn number_of(program: &Program, global: GlobalId) -> Expr {
    Expr::int(program.layout.pointer_bits, global.index() as u64 + 1)
}

/// The global variable that an access is to, if it can only be this one.
fn global_of(scene: &Scene<'_>, kind: &StmtKind, access: Access<'_>, at: At) -> Option<GlobalId> {
    match access.to {
        Accessed::Variable(Variable::Global(id), _) => Some(id),
        Accessed::Variable(Variable::Local(_), _) => None,
        Accessed::Behind(_) => {
            let copied_from = matches!(kind, StmtKind::MemCopy { .. }) && !access.writes;
            let targets = &scene.analysis.points_to;
            let targets = targets.expression(at, u32::from(copied_from));
            let mut targets = targets.into_iter();
            match (targets.next(), targets.next()) {
                (Some(Target::Global(id)), None) => Some(id),
                _ => None,
            }
        }
    }
}

/// Whether a statement accesses memory in several steps, or could.
fn is_plain(program: &Program, kind: &StmtKind, id: FuncId, word: u32) -> bool {
    let mut plain = false;
    kind.accesses(|access| {
        let bytes = bytes_of(program, &program.functions[id], access, word);
        plain |= bytes.is_none_or(|bytes| bytes.plain);
    });
    plain
}

/// Calls `visit` on the statements with an access, those in atomic sections left out.
fn each(function: &Function, id: FuncId, mut visit: impl FnMut(&StmtKind, At)) {
    for (block, contents) in function.blocks.iter_enumerated() {
        let mut atomic = false;
        for (index, stmt) in contents.stmts.iter().enumerate() {
            match &stmt.kind {
                StmtKind::AtomicBegin => atomic = true,
                StmtKind::AtomicEnd => atomic = false,
                kind => {
                    let mut accesses = false;
                    kind.accesses(|_| accesses = true);
                    if accesses && !atomic {
                        visit(kind, (id, block, index));
                    }
                }
            }
        }
    }
}

fn name_of(program: &Program, function: &Function, access: Access<'_>) -> Option<String> {
    let name = match access.to {
        Accessed::Variable(Variable::Global(id), _) => &program.globals[id].name,
        Accessed::Variable(Variable::Local(id), _) => &function.locals[id].name,
        Accessed::Behind(_) => return None,
    };
    (!name.is_empty()).then(|| name.to_string())
}

fn bytes_of(
    program: &Program,
    function: &Function,
    access: Access<'_>,
    word: u32,
) -> Option<Bytes> {
    let bits = program.layout.pointer_bits;
    let extent = |what, pointer: &Expr| Expr::Extent(what, Box::new(pointer.clone()));
    let (object, offset, pointer) = match access.to {
        Accessed::Variable(variable, offset) => {
            let object = Expr::AddrOf(variable);
            (object.clone(), Expr::int(bits, offset), object)
        }
        Accessed::Behind(pointer) => {
            let offset = extent(Extent::Offset, pointer);
            let back = Expr::binary(BinaryOp::Sub, Expr::int(bits, 0), offset.clone());
            let object = Expr::PtrAdd(Box::new(pointer.clone()), Box::new(back));
            (object, offset, pointer.clone())
        }
    };
    let size_of = |ty: Option<cassay_ir::TypeId>| ty.map(|ty| program.types.store_size(ty));
    let (size, bytes) = match access.size {
        Size::OfTemp(temp) => {
            let bytes = size_of(function.temps.get(temp).map(|temp| temp.ty))?;
            (Expr::int(bits, bytes), Some(bytes))
        }
        Size::OfValue(value) => {
            let bytes = size_of(value.ty(program, function))?;
            (Expr::int(bits, bytes), Some(bytes))
        }
        Size::Bytes(len) => (len.clone(), None),
        Size::Object => {
            let all = extent(Extent::Size, &pointer);
            (Expr::binary(BinaryOp::Sub, all, offset.clone()), None)
        }
    };
    let fits = bytes.is_some_and(|bytes| bytes * 8 <= u64::from(word));
    let at_once = access.order.is_some() || access.volatile && fits;
    Some(Bytes {
        object,
        offset,
        size,
        writes: access.writes,
        plain: !at_once,
    })
}

/// Notes an access, lets handlers run, and claims that none of them raced.
fn probe(
    program: &mut Program,
    code: &mut Code<'_>,
    pending: &Pending,
    (bytes, name): (Bytes, Option<String>),
    nested: bool,
    dispatch: &impl Fn(&mut Program, &mut Code<'_>),
) {
    let number = program.types.int(WIDTH);
    let word = program.types.size_int();
    let object = pending.object_type(program);
    let none = match object == TypeTable::PTR {
        true => Expr::Null,
        false => Expr::int(program.layout.pointer_bits, 0),
    };
    let ghosts = [
        (pending.object, object, none),
        (
            pending.offset,
            word,
            Expr::int(program.layout.pointer_bits, 0),
        ),
        (
            pending.size,
            word,
            Expr::int(program.layout.pointer_bits, 0),
        ),
        (pending.kind, number, Expr::int(WIDTH, 0)),
        (pending.raced, number, Expr::int(WIDTH, 0)),
    ];
    let before = ghosts.map(|(ghost, ty, none)| match nested {
        true => (ghost, Expr::Temp(code.load(ghost, ty))),
        false => (ghost, none),
    });
    let mut kind = 0;
    if bytes.writes {
        kind |= WRITES;
    }
    if bytes.plain {
        kind |= PLAIN;
    }
    code.store(pending.object, bytes.object);
    code.store(pending.offset, bytes.offset);
    code.store(pending.size, bytes.size);
    code.store(pending.kind, Expr::int(WIDTH, kind));
    code.store(pending.raced, Expr::int(WIDTH, 0));
    dispatch(program, code);
    let raced = Expr::Temp(code.load(pending.raced, number));
    for (ghost, value) in before {
        code.store(ghost, value);
    }
    let on = name.map(|name| format!(" on `{name}`")).unwrap_or_default();
    let does = if bytes.writes { "write" } else { "read" };
    let message = format!("data race{on}: an interrupt handler accesses what this {does} accesses");
    code.push(StmtKind::Assert {
        claim: program.claims.fresh(),
        cond: Expr::compare(CompareOp::Eq, raced, Expr::int(WIDTH, 0)),
        property: Property::new(PropertyClass::DataRace, message),
    });
}

/// Compares an access with the noted one.
fn check(program: &mut Program, code: &mut Code<'_>, pending: &Pending, bytes: &Bytes) {
    let number = program.types.int(WIDTH);
    let word = program.types.size_int();
    let object = pending.object_type(program);
    let object = Expr::Temp(code.load(pending.object, object));
    let offset = Expr::Temp(code.load(pending.offset, word));
    let size = Expr::Temp(code.load(pending.size, word));
    let kind = Expr::Temp(code.load(pending.kind, number));
    let old = Expr::Temp(code.load(pending.raced, number));
    let and = |a, b| Expr::binary(BinaryOp::And, a, b);
    let add = |a, b| Expr::binary(BinaryOp::Add, a, b);
    let less = |a, b| Expr::compare(CompareOp::ULt, a, b);
    let has = |bit: u64, own: bool| match own {
        true => Expr::bool(true),
        false => {
            let set = and(kind.clone(), Expr::int(WIDTH, bit));
            Expr::compare(CompareOp::Ne, set, Expr::int(WIDTH, 0))
        }
    };
    let same = Expr::compare(CompareOp::Eq, object, bytes.object.clone());
    let common = and(
        less(
            offset.clone(),
            add(bytes.offset.clone(), bytes.size.clone()),
        ),
        less(bytes.offset.clone(), add(offset, size)),
    );
    let conflict = and(has(WRITES, bytes.writes), has(PLAIN, bytes.plain));
    let hit = code.assign(TypeTable::BOOL, and(and(same, common), conflict));
    let one = Box::new(Expr::int(WIDTH, 1));
    code.store(
        pending.raced,
        Expr::Select(Box::new(hit), one, Box::new(old)),
    );
}
