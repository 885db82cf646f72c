//! Cells: the integer parts of variables that are tracked, and the pointers.
//!
//! A cell is a variable, an offset and a width that some statement accesses directly. Within a
//! function cells are numbered, those of global variables first and with the same numbers in all
//! functions, so that a state can be passed from one function to another. Cells may overlap; a
//! write to bytes forgets every other cell that shares some of them. Volatile variables and devices
//! have no cells.

use cassay_base::{Id, IndexVec};
use cassay_ir::{
    Constant, FuncId, Function, GlobalId, Initializer, Place, Program, StmtKind, Type, TypeId,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::value::{Value, WIDEST};

/// An integer part of a variable, or a pointer in it. Nothing is known of the number of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The variable, a local one of the function that is looked at.
    pub variable: Variable,
    /// Where the part starts, in bytes.
    pub offset: u64,
    /// How wide it is, in bits.
    pub width: u32,
    /// The type of its accesses.
    pub ty: TypeId,
}

impl Cell {
    /// The first byte behind it.
    pub fn end(&self) -> u64 {
        self.offset + u64::from(self.width / 8)
    }
}

/// The number of a cell in a function.
pub type CellId = u32;

/// The most cells of one variable that are tracked.
const PER_VARIABLE: usize = 64;
/// The most cells of a function, and of all globals, that are tracked.
const PER_FUNCTION: usize = 2048;

/// All cells of a program.
#[derive(Debug)]
pub struct Cells {
    globals: Vec<Cell>,
    locals: IndexVec<FuncId, Vec<Cell>>,
    /// Where the cells of a variable are, in the numbering of its function.
    places: BTreeMap<(Option<FuncId>, Variable), Range<CellId>>,
}

impl Cells {
    /// The cells of a program.
    pub fn of(program: &Program) -> Cells {
        let mut found: IndexVec<FuncId, BTreeMap<Cell, usize>> = IndexVec::new();
        let mut of_globals: BTreeMap<Cell, usize> = BTreeMap::new();
        let mut excluded: BTreeSet<(Option<FuncId>, Variable)> = BTreeSet::new();
        for (id, function) in program.functions.iter_enumerated() {
            found.push(BTreeMap::new());
            for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
                let Some(access) = direct_access(program, function, &stmt.kind) else {
                    continue;
                };
                let Access {
                    variable,
                    offset,
                    ty,
                    volatile,
                } = access;
                if volatile {
                    excluded.insert((owner(id, variable), variable));
                }
                let Some(cell) = cell(program, id, variable, offset, ty) else {
                    continue;
                };
                let map = match variable {
                    Variable::Local(_) => &mut found[id],
                    Variable::Global(_) => &mut of_globals,
                };
                *map.entry(cell).or_default() += 1;
            }
        }
        let keep = |of: Option<FuncId>, cells: BTreeMap<Cell, usize>| {
            choose(cells, |variable| excluded.contains(&(of, variable)))
        };
        let globals = keep(None, of_globals);
        let mut places = BTreeMap::new();
        index(None, &globals, 0, &mut places);
        let base = globals.len();
        let mut locals = IndexVec::new();
        for (number, cells) in found.iter().enumerate() {
            let id = FuncId::from_index(number);
            let cells = keep(Some(id), cells.clone());
            index(Some(id), &cells, base, &mut places);
            locals.push(cells);
        }
        Cells {
            globals,
            locals,
            places,
        }
    }

    /// How many cells global variables have: they are numbered from 0 on.
    pub fn globals(&self) -> CellId {
        self.globals.len() as CellId
    }

    /// A cell by its number.
    pub fn get(&self, function: FuncId, id: CellId) -> &Cell {
        let id = id as usize;
        match id.checked_sub(self.globals.len()) {
            Some(local) => &self.locals[function][local],
            None => &self.globals[id],
        }
    }

    /// The cells of a variable.
    pub fn of_variable(&self, function: FuncId, variable: Variable) -> Range<CellId> {
        let place = self.places.get(&(owner(function, variable), variable));
        place.cloned().unwrap_or(0..0)
    }

    /// The cell that an access of a width reads or writes exactly.
    pub fn exact(
        &self,
        function: FuncId,
        variable: Variable,
        offset: u64,
        width: u32,
    ) -> Option<CellId> {
        let mut cells = self.of_variable(function, variable);
        cells.find(|id| {
            let cell = self.get(function, *id);
            cell.offset == offset && cell.width == width
        })
    }

    /// The cells of a variable that share bytes with a range.
    pub fn touching(
        &self,
        function: FuncId,
        variable: Variable,
        from: u64,
        to: u64,
    ) -> impl Iterator<Item = CellId> + '_ {
        let cells = self.of_variable(function, variable);
        cells.filter(move |id| {
            let cell = self.get(function, *id);
            cell.offset < to && from < cell.end()
        })
    }

    /// What the cells of global variables hold when the program starts.
    pub fn initial(&self, program: &Program) -> Vec<(CellId, Value)> {
        let mut values = Vec::new();
        for (id, cell) in (0..).zip(&self.globals) {
            if let Variable::Global(global) = cell.variable
                && matches!(program.types.get(cell.ty), Type::Int(_))
                && let Some(bits) = initial(program, global, cell)
            {
                values.push((id, Value::constant(cell.width, bits)));
            }
        }
        values
    }
}

/// A load or store that names its variable.
pub struct Access {
    /// The variable.
    pub variable: Variable,
    /// Where in it, in bytes.
    pub offset: u64,
    /// What is accessed.
    pub ty: TypeId,
    /// Whether the source said `volatile`.
    pub volatile: bool,
}

/// The variable that a statement loads from or stores to.
pub fn direct_access(program: &Program, function: &Function, kind: &StmtKind) -> Option<Access> {
    let (place, ty, volatile) = if let StmtKind::Load {
        dst,
        place,
        volatile,
        moves: _,
        order: _,
    } = kind
    {
        (place, function.temps.get(*dst)?.ty, *volatile)
    } else if let StmtKind::Store {
        place,
        value,
        volatile,
        order: _,
    } = kind
    {
        (place, value.ty(program, function)?, *volatile)
    } else {
        return None;
    };
    match place {
        Place::Variable(variable, offset) => Some(Access {
            variable: *variable,
            offset: *offset,
            ty,
            volatile,
        }),
        Place::Deref(_, _) => None,
    }
}

/// The function whose numbering a variable belongs to.
fn owner(function: FuncId, variable: Variable) -> Option<FuncId> {
    match variable {
        Variable::Local(_) => Some(function),
        Variable::Global(_) => None,
    }
}

fn cell(
    program: &Program,
    function: FuncId,
    variable: Variable,
    offset: u64,
    ty: TypeId,
) -> Option<Cell> {
    let width = match program.types.get(ty) {
        Type::Int(width) => *width,
        Type::Ptr => program.types.pointer_bits(),
        Type::Void
        | Type::Float(_)
        | Type::Array { .. }
        | Type::Struct(_)
        | Type::Vector { .. } => return None,
    };
    let whole = match variable {
        Variable::Local(id) => program.functions[function].locals.get(id)?.ty,
        Variable::Global(id) => {
            let global = program.globals.get(id)?;
            if global.device {
                return None;
            }
            global.ty
        }
    };
    let cell = Cell {
        variable,
        offset,
        width,
        ty,
    };
    let size = program.types.alloc_size(whole);
    let fits = offset
        .checked_add(u64::from(width / 8))
        .is_some_and(|end| end <= size);
    (width > 0 && width <= WIDEST && width.is_multiple_of(8) && fits).then_some(cell)
}

/// The cells that are tracked, in order; if there are too many, those accessed most often.
fn choose(cells: BTreeMap<Cell, usize>, excluded: impl Fn(Variable) -> bool) -> Vec<Cell> {
    let mut by_use: Vec<(std::cmp::Reverse<usize>, Cell)> = cells
        .into_iter()
        .filter(|(cell, _)| !excluded(cell.variable))
        .map(|(cell, uses)| (std::cmp::Reverse(uses), cell))
        .collect();
    by_use.sort();
    let mut per_variable: BTreeMap<Variable, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for (_, cell) in by_use {
        let count = per_variable.entry(cell.variable).or_default();
        *count += 1;
        if *count <= PER_VARIABLE && chosen.len() < PER_FUNCTION {
            chosen.push(cell);
        }
    }
    chosen.sort();
    chosen.dedup_by_key(|cell| (cell.variable, cell.offset, cell.width));
    chosen
}

fn index(
    of: Option<FuncId>,
    cells: &[Cell],
    base: usize,
    places: &mut BTreeMap<(Option<FuncId>, Variable), Range<CellId>>,
) {
    for (number, cell) in cells.iter().enumerate() {
        let id = (base + number) as CellId;
        let range = places.entry((of, cell.variable)).or_insert(id..id);
        range.end = id + 1;
    }
}

/// The first value of a cell of a global variable, when that is a number.
fn initial(program: &Program, global: GlobalId, cell: &Cell) -> Option<u64> {
    let Initializer::Parts(parts) = &program.globals[global].init else {
        return None;
    };
    let mut value = 0_u64;
    for (offset, part) in parts {
        let len = match part {
            Constant::Bits(bits) => u64::from(bits.width().div_ceil(8)),
            Constant::Bytes(bytes) => bytes.len() as u64,
            Constant::GlobalAddr(_, _) | Constant::FuncAddr(_) => {
                u64::from(program.types.pointer_bits() / 8)
            }
        };
        if offset + len <= cell.offset || cell.end() <= *offset {
            continue;
        }
        for at in (*offset).max(cell.offset)..(offset + len).min(cell.end()) {
            let index = (at - offset) as usize;
            let byte = match part {
                Constant::Bits(bits) => {
                    let limb = bits.limbs().get(index / 8)?;
                    (limb >> (index % 8 * 8)) & 0xff
                }
                Constant::Bytes(bytes) => u64::from(*bytes.get(index)?),
                Constant::GlobalAddr(_, _) | Constant::FuncAddr(_) => return None,
            };
            value |= byte << ((at - cell.offset) * 8);
        }
    }
    Some(value)
}
