//! Reads of uninitialised memory (C17 6.2.4p6, 6.3.2.1p2): every bit that is read was written
//! before.
//!
//! A load of a scalar of the source reads all its bits. Other loads only move bits that the source
//! reads elsewhere: parts of a structure that is passed or returned, the storage unit around a
//! bit-field, and bytes copied through a character pointer (C17 6.2.6.1p4 allows that for any
//! object). They may load uninitialised bits, which stay uninitialised where they are moved to, and
//! claim only the bits that the function then computes with ([`Demand`]): extracting a bit-field
//! from its unit reads it, inserting one does not. Copies of memory and accesses to volatile
//! objects claim nothing.

use crate::instrument::{Claims, Site, Step, before_each_of};
use crate::registry::Check;
use cassay_base::{Id, IndexVec};
use cassay_bv::Bv;
use cassay_ir::ops::{BitFlow, CastClass};
use cassay_ir::{
    BinaryOp, CastKind, Expr, FuncId, Function, Place, Program, Property, PropertyClass, StmtKind,
    TempId, Terminator, Type, TypeId, Variable,
};

/// How many steps a moved value is followed back.
const MOST_MOVED: usize = 4096;

/// The maximal number of components of an aggregate that are distinguished.
const MOST_COMPONENTS: u32 = 256;

/// Every bit that is read is initialised.
pub(crate) const CHECK: Check = Check {
    id: "uninitialised",
    help: "reads of variables without a value",
    docs: "Everything that is read was written before: variables, elements, members, memory of \
        `malloc` (C17 6.2.4p6, 6.3.2.1p2). Each bit counts on its own, so that bit-fields and \
        parts of unions are distinguished. A variable loses its value each time its declaration is \
        executed. Globals, memory of `calloc`, arguments, and memory that functions without a body \
        may have written are initialised. Without this check a read of an uninitialised variable \
        gives an arbitrary value.\n\n\
        Copying is not reading: a structure with uninitialised members and padding may be \
        assigned, passed and returned, and bytes may be copied by `memcpy` or through a \
        character pointer (C17 6.2.6.1p4). The copy is uninitialised where the original is. \
        Volatile objects are not checked. Example: `read of a variable without a value`.",
    classes: &[PropertyClass::Uninitialised],
    default_on: false,
    on: Some("--uninitialised-check"),
    off: Some("--no-uninitialised-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    // Sizes in the new assertions are as wide as a pointer.
    program.types.size_int();
    for id in program.functions.ids() {
        let demand = Demand::new(program, id);
        copies_of_bytes(program, id, &demand);
        before_each_of(program, id, &|site, step, claims| {
            if let Step::Stmt(StmtKind::Load {
                dst,
                place,
                volatile: false,
                moves,
                order: _,
            }) = step
            {
                claim(site, &demand, *dst, place, *moves, claims);
            }
        });
    }
}

/// Marks loads of a byte through a pointer that is only stored elsewhere as copies.
fn copies_of_bytes(program: &mut Program, id: FuncId, demand: &Demand) {
    let mut copies = Vec::new();
    let function = &program.functions[id];
    let facts = crate::facts::Facts::new(program, function);
    for (block, contents) in function.blocks.iter_enumerated() {
        for (index, stmt) in contents.stmts.iter().enumerate() {
            if let StmtKind::Load { dst, place, .. } = &stmt.kind
                && let Place::Deref(pointer, _) = place
                && *program.types.get(function.temps[*dst].ty) == Type::Int(8)
                && demand.of(*dst).is_zero()
                && facts.address(pointer).is_none()
            {
                copies.push((block, index));
            }
        }
    }
    for (block, index) in copies {
        if let StmtKind::Load { moves, .. } =
            &mut program.functions[id].blocks[block].stmts[index].kind
        {
            *moves = true;
        }
    }
}

fn claim(
    site: &Site<'_>,
    demand: &Demand,
    dst: TempId,
    place: &Place,
    moves: bool,
    claims: &mut Claims,
) {
    let Some(ty) = site.function.temps.get(dst).map(|temp| temp.ty) else {
        return;
    };
    let mut mask = mask(site.program, ty);
    if moves {
        let wanted = demand.of(dst);
        if !site.program.types.is_scalar(ty) {
            mask = mask.and(&wanted_components(site.program, ty, &wanted, mask.width()));
        } else if wanted.width() <= mask.width() {
            mask = wanted.zext(mask.width());
        }
    }
    if mask.is_zero() {
        return;
    }
    let (pointer, address) = match place {
        Place::Deref(pointer, _) => (pointer.clone(), site.facts.address(pointer)),
        Place::Variable(variable, offset) => {
            let pointer = Expr::AddrOf(*variable);
            let pointer = match i64::try_from(*offset) {
                Ok(offset) => pointer.offset_by(offset, site.program.layout.pointer_bits),
                Err(_) => return,
            };
            let address = site.facts.address(&pointer);
            (pointer, address)
        }
    };
    let variable = address.map(|address| address.variable);
    if let Some(Variable::Global(id)) = variable
        && site.program.globals.get(id).is_some_and(|g| g.constant)
    {
        return;
    }
    let title = PropertyClass::Uninitialised.title();
    let message = match variable.map(|variable| site.facts.name(variable)) {
        Some("") | None => title.to_owned(),
        Some(name) => format!("{title}: `{name}`"),
    };
    let property = Property::new(PropertyClass::Uninitialised, message);
    claims.claim(Expr::Initialised(Box::new(pointer), mask), property);
}

/// The bits in memory of the demanded components of an aggregate.
fn wanted_components(program: &Program, ty: TypeId, wanted: &Bv, width: u32) -> Bv {
    let types = &program.types;
    let components = types.components(ty);
    let packed = components
        .iter()
        .any(|(_, component)| !types.scalar_bits(*component).is_multiple_of(8));
    if components.len() != wanted.width() as usize || packed {
        return match wanted.is_zero() {
            true => Bv::zero(width),
            false => Bv::ones(width),
        };
    }
    let mut bits = Bv::zero(width);
    for (index, (offset, component)) in (0..).zip(components) {
        let part = mask(program, component);
        if wanted.bit(index)
            && part.width() <= width
            && let Ok(by) = u32::try_from(8 * offset)
        {
            bits = bits.or(&part.zext(width).shl_by(by));
        }
    }
    bits
}

/// The bits that a value of a type has in memory: all but padding.
fn mask(program: &Program, ty: TypeId) -> Bv {
    let bits = |bytes: u64| u32::try_from(8 * bytes).unwrap_or(8).max(8);
    let types = &program.types;
    let width = bits(types.store_size(ty));
    match types.get(ty) {
        Type::Void => Bv::zero(8),
        // In memory, the bits above an integer that does not fill its bytes are zero.
        Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => Bv::ones(width),
        Type::Array { .. } | Type::Struct(_) => {
            let mut whole = Bv::zero(width);
            for (offset, component) in types.components(ty) {
                let part = mask(program, component);
                if let Ok(by) = u32::try_from(8 * offset)
                    && part.width() <= width
                {
                    whole = whole.or(&part.zext(width).shl_by(by));
                }
            }
            whole
        }
    }
}

/// The bits of its temporaries that a function computes with, other than moving them.
///
/// The operators that move bits are those for which interpreter and symbolic execution propagate
/// which bits are initialised. An aggregate has one demand bit for each component: whether it is
/// used other than by moving it.
struct Demand {
    temps: IndexVec<TempId, Bv>,
}

impl Demand {
    fn new(program: &Program, id: FuncId) -> Self {
        let function = &program.functions[id];
        let types = &program.types;
        let mut temps = IndexVec::new();
        for temp in function.temps.iter() {
            let width = if types.is_scalar(temp.ty) {
                u32::try_from(types.scalar_bits(temp.ty)).unwrap_or(1)
            } else {
                component_bits(program, temp.ty)
            };
            temps.push(Bv::zero(width.max(1)));
        }
        let mut pulls = Pulls {
            program,
            function,
            demand: Demand { temps },
            changed: Vec::new(),
        };
        pulls.everything();
        pulls.demand
    }

    fn of(&self, temp: TempId) -> Bv {
        self.temps.get(temp).cloned().unwrap_or_else(|| Bv::ones(1))
    }
}

/// The number of demand bits of an aggregate: one per component, or a single one for all.
fn component_bits(program: &Program, ty: TypeId) -> u32 {
    let count = match program.types.get(ty) {
        Type::Vector { len, .. } => u64::from(*len),
        Type::Array { len, .. } => *len,
        Type::Struct(layout) => layout.fields.len() as u64,
        Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr => 1,
    };
    u32::try_from(count)
        .ok()
        .filter(|count| (1..=MOST_COMPONENTS).contains(count))
        .unwrap_or(1)
}

/// The demanded bits of a value.
#[derive(Clone)]
enum Wanted {
    All,
    Bits(Bv),
}

impl Wanted {
    fn nothing() -> Self {
        Wanted::Bits(Bv::zero(1))
    }

    fn is_nothing(&self) -> bool {
        match self {
            Wanted::All => false,
            Wanted::Bits(bits) => bits.is_zero(),
        }
    }

    /// The demand on a component of an aggregate.
    fn component(&self, index: u32) -> Self {
        match self {
            Wanted::Bits(bits) if index < bits.width() && !bits.bit(index) => Wanted::nothing(),
            Wanted::Bits(_) | Wanted::All => self.any(),
        }
    }

    /// The demand on an operand of which any bit may affect any bit of the result.
    fn any(&self) -> Self {
        if self.is_nothing() {
            Wanted::nothing()
        } else {
            Wanted::All
        }
    }
}

/// The definitions of each temporary.
type Assigned<'a> = Vec<Vec<&'a Expr>>;

struct Pulls<'a> {
    program: &'a Program,
    function: &'a Function,
    demand: Demand,
    changed: Vec<TempId>,
}

impl<'a> Pulls<'a> {
    fn everything(&mut self) {
        let function = self.function;
        // Dependences between temporaries, to propagate a growing demand.
        let mut assigned: Assigned<'a> = vec![Vec::new(); function.temps.len()];
        // Expressions that are stored, passed or returned, and whether they are stored.
        let mut moved: Vec<(&'a Expr, bool)> = Vec::new();
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                if let StmtKind::Assign { dst, value } = &stmt.kind {
                    if let Some(values) = assigned.get_mut(dst.index()) {
                        values.push(value);
                    }
                    // The demand of the operators inside, independent of the use of the result.
                    self.pull(value, &Wanted::nothing());
                } else if let StmtKind::Store { place, value, .. } = &stmt.kind {
                    place.expressions(|expr| self.pull(expr, &Wanted::All));
                    moved.push((value, true));
                } else if let StmtKind::Call { target, args, .. } = &stmt.kind {
                    target.expressions(|expr| self.pull(expr, &Wanted::All));
                    moved.extend(args.iter().map(|arg| (arg, false)));
                } else {
                    let all = |expr| self.pull(expr, &Wanted::All);
                    stmt.kind.expressions(all);
                }
            }
            if let Terminator::Return(Some(value)) = &block.terminator {
                moved.push((value, false));
            } else {
                let all = |expr| self.pull(expr, &Wanted::All);
                block.terminator.expressions(all);
            }
        }
        for (value, stored) in moved {
            self.moved(value, stored, &assigned);
        }
        while let Some(temp) = self.changed.pop() {
            let wanted = Wanted::Bits(self.demand.of(temp));
            let values = assigned.get(temp.index()).cloned().unwrap_or_default();
            for value in values {
                self.pull(value, &wanted);
            }
        }
    }

    /// Bits that are stored as they were loaded, or with some of them replaced, are moved. Any
    /// other result computed from them, such as an extracted bit-field, is a read.
    fn moved(&mut self, value: &Expr, stored: bool, assigned: &Assigned<'_>) {
        let mut stack = vec![value];
        for _ in 0..MOST_MOVED {
            let Some(expr) = stack.pop() else { return };
            if let Expr::Temp(temp) = expr {
                // A temporary with several definitions, or one that is no assignment, is moved
                // unchanged.
                if let Some([value]) = assigned.get(temp.index()).map(Vec::as_slice) {
                    stack.push(value);
                }
            } else if let Expr::Component(..) | Expr::WithComponent(..) | Expr::Aggregate(..) = expr
            {
                expr.operands(|operand| stack.push(operand));
            } else if let Expr::Cast(kind, a, _) = expr
                && matches!(
                    kind,
                    CastKind::PtrToInt | CastKind::IntToPtr | CastKind::Bitcast
                )
            {
                stack.push(a);
            } else if !(stored && matches!(expr, Expr::Binary(BinaryOp::Or, _, _))) {
                self.pull(expr, &Wanted::All);
            }
        }
        for expr in stack {
            self.pull(expr, &Wanted::All);
        }
    }

    fn want(&mut self, temp: TempId, wanted: &Wanted) {
        let Some(old) = self.demand.temps.get(temp).cloned() else {
            return;
        };
        let new = match wanted {
            Wanted::All => Bv::ones(old.width()),
            Wanted::Bits(bits) if bits.is_zero() => return,
            Wanted::Bits(bits) if bits.width() == old.width() => old.or(bits),
            Wanted::Bits(_) => Bv::ones(old.width()),
        };
        if new != old {
            self.demand.temps[temp] = new;
            self.changed.push(temp);
        }
    }

    fn pull(&mut self, expr: &Expr, wanted: &Wanted) {
        match expr {
            Expr::Temp(temp) => self.want(*temp, wanted),
            Expr::Binary(op, a, b) => self.pull_binary(*op, a, b, wanted),
            Expr::Cast(kind, a, ty) => self.pull_cast(*kind, a, *ty, wanted),
            Expr::Component(a, index) => {
                let count = a.ty(self.program, self.function);
                let count = count.map_or(0, |ty| component_bits(self.program, ty));
                let wanted = match wanted.is_nothing() {
                    true => Wanted::nothing(),
                    false if *index < count => Wanted::Bits(Bv::power_of_two(count, *index)),
                    false => Wanted::All,
                };
                self.pull(a, &wanted);
            }
            Expr::WithComponent(a, index, item) => {
                self.pull(item, &wanted.component(*index));
                let rest = match wanted {
                    Wanted::Bits(bits) if *index < bits.width() => {
                        let replaced = Bv::power_of_two(bits.width(), *index);
                        Wanted::Bits(bits.and(&replaced.not()))
                    }
                    Wanted::Bits(_) | Wanted::All => wanted.clone(),
                };
                self.pull(a, &rest);
            }
            Expr::Aggregate(_, items) => {
                for (index, item) in (0..).zip(items) {
                    self.pull(item, &wanted.component(index));
                }
            }
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(_, _)
            | Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::Select(_, _, _)
            | Expr::PtrAdd(_, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => expr.operands(|a| self.pull(a, &Wanted::All)),
        }
    }

    fn pull_binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, wanted: &Wanted) {
        let constant = |expr: &Expr| {
            let Expr::Int(value) = expr else { return None };
            Some(value.clone())
        };
        match op.bit_flow() {
            BitFlow::Decides => {
                // A constant operand decides some bits of the result alone.
                let left_open = |decider: &Expr| match (constant(decider), wanted) {
                    (None, _) => wanted.clone(),
                    (Some(_), Wanted::Bits(bits)) if bits.is_zero() => wanted.clone(),
                    (Some(value), _) => {
                        let open = if op == BinaryOp::And {
                            value
                        } else {
                            value.not()
                        };
                        match wanted {
                            Wanted::Bits(bits) if bits.width() == open.width() => {
                                Wanted::Bits(bits.and(&open))
                            }
                            Wanted::Bits(_) | Wanted::All => Wanted::Bits(open),
                        }
                    }
                };
                self.pull(a, &left_open(b));
                self.pull(b, &left_open(a));
            }
            BitFlow::Shifts => {
                self.pull(b, &Wanted::All);
                let wanted = match (constant(b).and_then(|by| by.to_u64()), wanted) {
                    (Some(by), Wanted::Bits(bits)) if !bits.is_zero() => {
                        let by = u32::try_from(by).unwrap_or(u32::MAX).min(bits.width());
                        Wanted::Bits(before_shift(op, bits, by))
                    }
                    (Some(_) | None, _) => wanted.any(),
                };
                self.pull(a, &wanted);
            }
            BitFlow::Mixes => {
                self.pull(a, &Wanted::All);
                self.pull(b, &Wanted::All);
            }
        }
    }

    fn pull_cast(&mut self, kind: CastKind, a: &Expr, ty: TypeId, wanted: &Wanted) {
        let types = &self.program.types;
        let from = a.ty(self.program, self.function);
        let moves = kind.class() != CastClass::Computes;
        let Some(from) = from.filter(|from| moves && types.is_scalar(*from) && types.is_scalar(ty))
        else {
            self.pull(a, &Wanted::All);
            return;
        };
        let width = u32::try_from(types.scalar_bits(from)).unwrap_or(1).max(1);
        let wanted = match wanted {
            Wanted::Bits(bits) if bits.is_zero() => wanted.clone(),
            Wanted::Bits(bits) if bits.width() <= width => Wanted::Bits(bits.zext(width)),
            Wanted::Bits(bits) => {
                let mut low = bits.extract(width - 1, 0);
                if kind == CastKind::SExt && !bits.lshr_by(width).is_zero() {
                    low = low.or(&Bv::signed_min(width));
                }
                Wanted::Bits(low)
            }
            Wanted::All if kind == CastKind::Trunc => {
                let to = u32::try_from(types.scalar_bits(ty)).unwrap_or(width);
                Wanted::Bits(Bv::ones(to.clamp(1, width)).zext(width))
            }
            Wanted::All => Wanted::All,
        };
        self.pull(a, &wanted);
    }
}

/// The bits of a value that become the demanded bits after a shift.
fn before_shift(op: BinaryOp, wanted: &Bv, by: u32) -> Bv {
    if op == BinaryOp::Shl {
        return wanted.lshr_by(by);
    }
    let low = wanted.shl_by(by);
    let copied = wanted.lshr_by(wanted.width().saturating_sub(by));
    if op == BinaryOp::AShr && !copied.is_zero() {
        return low.or(&Bv::signed_min(wanted.width()));
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::text::{parse, print};

    /// The masks of the claims about a body, and whether its loads move.
    fn claims(body: &str) -> (Vec<String>, usize) {
        let text = format!(
            "fn f(%0: ptr) -> i32 {{ var x: i32 var s: i16\n\
             bb0: declare x declare s {body} }}"
        );
        let mut program = parse(&text).unwrap();
        instrument(&mut program);
        let text = print(&program);
        let masks = text.split("initialised(").skip(1);
        let masks = masks.filter_map(|rest| rest.split([',', ')']).nth(1));
        let masks = masks.map(|mask| mask.trim().to_owned()).collect();
        (masks, text.matches(" moves").count())
    }

    #[test]
    fn scalars_are_read_whole() {
        assert_eq!(claims("%1: i32 = load x return %1").0, ["-1:i32"]);
        assert_eq!(claims("%1: i32 = load volatile x return %1").0, [""; 0]);
    }

    #[test]
    fn what_is_only_moved_is_not_claimed() {
        let moved = "%1: i32 = load *%0 align 4 moves store i32 %1 -> x return 0";
        assert_eq!(claims(moved), (vec![], 1));
        let byte = "%1: i8 = load *%0 store i8 %1 -> *%0 return 0";
        assert_eq!(claims(byte), (vec![], 1));
        let compared = "%1: i8 = load *%0 store i8 %1 -> *%0 assume eq(%1, 0) return 0";
        assert_eq!(claims(compared), (vec!["-1:i8".to_owned()], 0));
    }

    #[test]
    fn a_bit_field_is_read_by_its_bits() {
        let unit = "%1: i16 = load s moves";
        let unsigned = format!("{unit} %2: i16 = lshr(%1, 3) %3: i16 = and(%2, 31)");
        let unsigned = format!("{unsigned} %4: i32 = zext(%3, i32) return %4");
        assert_eq!(claims(&unsigned).0, ["248:i16"]);
        let signed = format!("{unit} %2: i16 = shl(%1, 1) %3: i16 = ashr(%2, 9)");
        let signed = format!("{signed} %4: i32 = sext(%3, i32) return %4");
        assert_eq!(claims(&signed).0, ["32512:i16"]);
    }

    #[test]
    fn a_bit_field_is_written_without_a_read() {
        let written = "%1: i16 = load s moves %2: i16 = and(%1, -249) %3: i16 = or(%2, 24) \
                       store i16 %3 -> s return 0";
        assert_eq!(claims(written), (vec![], 1));
    }
}
