//! Abstract states: what is known at one point of a function.
//!
//! A state gives values to cells and temporaries; those it does not mention can have any value. For
//! a temporary it also keeps the expression that defines it, as long as no operand has been set
//! again, and a cell that it is equal to, as long as that has not been written. So conditions on
//! temporaries refine variables.

use crate::cells::CellId;
use crate::checked::{Checked, Origin};
use crate::domains::octagon::{Octagon, Packs};
use crate::domains::symbolic::Symbolic;
use crate::domains::zone::{Pack, Zone};
use crate::value::Value;
use cassay_base::PersistentMap;
use cassay_ir::{Expr, LocalId, TempId, Variable};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of a temporary.
#[derive(Clone, Copy, Debug)]
pub struct Temp<'p> {
    /// Its value, when it is an integer that is followed.
    pub value: Option<Value>,
    /// What it was computed from: an expression that still has the same value.
    pub def: Option<&'p Expr>,
    /// A cell that holds the same value.
    pub cell: Option<CellId>,
}

/// A set of states of memory and temporaries. Never empty.
#[derive(Clone, Debug, Default)]
pub struct State<'p> {
    pub(crate) cells: PersistentMap<Value>,
    pub(crate) temps: BTreeMap<TempId, Temp<'p>>,
    /// How cells are read that may take part in relations.
    pub(crate) readings: Rc<Pack>,
    pub(crate) zone: Zone,
    pub(crate) octagon: Octagon,
    pub(crate) symbolic: Symbolic,
    /// What is known of pointers because it was checked.
    pub(crate) checked: Checked,
    /// Local variables that are certainly alive.
    pub(crate) alive: Rc<BTreeSet<LocalId>>,
}

/// The cells of a function that are related to each other.
#[derive(Clone, Debug, Default)]
pub struct Related {
    /// How cells are read.
    pub readings: Rc<Pack>,
    /// Those whose differences are tracked.
    pub zone: Rc<Pack>,
    /// Those whose sums are tracked.
    pub octagons: Rc<Packs>,
    /// Whether symbolic ranges are tracked.
    pub symbolic: bool,
}

impl<'p> State<'p> {
    /// Top: nothing is known.
    pub fn top() -> Self {
        State::default()
    }

    /// Takes cells to relate to each other, by the domains that are used.
    pub fn set_packs(&mut self, packs: &Related) {
        self.readings = packs.readings.clone();
        self.zone.set_pack(packs.zone.clone());
        self.octagon.set_packs(packs.octagons.clone());
        self.symbolic.enable(packs.symbolic);
        let readings = packs.readings.clone();
        self.symbolic.retain(|cell| readings.contains_key(&cell));
    }

    /// How a cell is read when it takes part in relations: its width, and whether as a signed number.
    pub fn reading(&self, cell: CellId) -> Option<(u32, bool)> {
        self.readings.get(&cell).copied()
    }

    /// What is known of differences between cells.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The value of a cell, when something is known of it.
    pub fn cell(&self, id: CellId) -> Option<&Value> {
        self.cells.get(u64::from(id))
    }

    /// Visits the cells of which something is known, in order.
    pub fn each_cell(&self, mut visit: impl FnMut(CellId, &Value)) {
        self.cells.for_each(|id, value| visit(id as CellId, value));
    }

    /// A temporary.
    pub fn temp(&self, id: TempId) -> Option<&Temp<'p>> {
        self.temps.get(&id)
    }

    fn put_cell(&mut self, id: CellId, value: Value) {
        if value.is_top() {
            self.cells.remove(u64::from(id));
        } else {
            self.cells.insert(u64::from(id), value);
        }
    }

    /// Writes a cell.
    pub fn set_cell(&mut self, id: CellId, value: Option<Value>) {
        self.forget_cell(id);
        if let Some(value) = value {
            self.put_cell(id, value);
        }
    }

    /// Assigns a cell another cell, or itself, plus a number.
    pub fn move_cell(&mut self, id: CellId, value: Option<Value>, from: CellId, plus: i128) {
        let mut zone = std::mem::take(&mut self.zone);
        zone.assign(id, from, plus);
        self.set_cell(id, value);
        self.zone = zone;
    }

    /// Forgets a cell.
    pub fn forget_cell(&mut self, id: CellId) {
        self.cells.remove(u64::from(id));
        self.zone.forget(id);
        self.octagon.forget(id);
        self.symbolic.forget(id);
        self.forget_pointer(Origin::Cell(id));
        for temp in self.temps.values_mut() {
            if temp.cell == Some(id) {
                temp.cell = None;
            }
        }
    }

    /// Records that a temporary is equal to a cell.
    pub fn equate(&mut self, temp: TempId, cell: CellId) {
        if let Some(temp) = self.temps.get_mut(&temp)
            && temp.cell.is_none()
        {
            temp.cell = Some(cell);
        }
    }

    /// Sets a temporary.
    pub fn set_temp(&mut self, id: TempId, temp: Temp<'p>) {
        self.forget_pointer(Origin::Temp(id));
        if self.temps.contains_key(&id) {
            self.drop_definitions(|expr| matches!(expr, Expr::Temp(other) if *other == id));
        }
        self.temps.insert(id, temp);
    }

    /// Forgets the definitions of temporaries that contain a part for which the test holds.
    pub(crate) fn drop_definitions(&mut self, changed: impl Fn(&Expr) -> bool) {
        for temp in self.temps.values_mut() {
            if let Some(def) = temp.def
                && mentions(def, &changed)
            {
                temp.def = None;
            }
        }
    }

    /// Whether a local variable is certainly alive.
    pub fn is_alive(&self, local: LocalId) -> bool {
        self.alive.contains(&local)
    }

    /// Begins the lifetime of a local variable as a new object, or ends it.
    pub fn new_object(&mut self, local: LocalId, lives: bool) {
        if lives != self.alive.contains(&local) {
            let alive = Rc::make_mut(&mut self.alive);
            if lives {
                alive.insert(local);
            } else {
                alive.remove(&local);
            }
        }
        self.drop_definitions(
            |expr| matches!(expr, Expr::AddrOf(Variable::Local(other)) if *other == local),
        );
    }

    /// Keeps only some temporaries.
    pub fn keep_temps(&mut self, keep: impl Fn(TempId) -> bool) {
        self.temps.retain(|id, _| keep(*id));
        let known: Vec<TempId> = self.temps.keys().copied().collect();
        self.drop_definitions(
            |expr| matches!(expr, Expr::Temp(other) if known.binary_search(other).is_err()),
        );
    }

    /// How many temporaries something is known of.
    pub fn count_temps(&self) -> usize {
        self.temps.len()
    }

    /// Keeps the temporaries that are used later, and those in their definitions. The others are
    /// dead, so that nothing is lost.
    pub fn keep_used(&mut self, used: impl Fn(TempId) -> bool) {
        let mut kept: BTreeSet<TempId> =
            self.temps.keys().copied().filter(|id| used(*id)).collect();
        let mut pending: Vec<&'p Expr> = Vec::new();
        pending.extend(kept.iter().filter_map(|id| self.temps.get(id)?.def));
        while let Some(expr) = pending.pop() {
            if let Expr::Temp(id) = expr
                && let Some(temp) = self.temps.get(id)
                && kept.insert(*id)
            {
                pending.extend(temp.def);
            }
            expr.operands(|operand| pending.push(operand));
        }
        self.temps.retain(|id, _| kept.contains(id));
    }

    /// Only the cells below a number, and no temporaries.
    pub fn restricted(&self, below: CellId) -> State<'p> {
        let mut cells = self.cells.clone();
        self.cells.for_each(|id, _| {
            if id >= u64::from(below) {
                cells.remove(id);
            }
        });
        let mut zone = self.zone.clone();
        zone.retain(|cell| cell < below);
        let mut octagon = self.octagon.clone();
        octagon.retain(|cell| cell < below);
        let mut symbolic = self.symbolic.clone();
        symbolic.retain(|cell| cell < below);
        State {
            cells,
            temps: BTreeMap::new(),
            readings: self.readings.clone(),
            zone,
            octagon,
            symbolic,
            checked: Checked::default(),
            alive: Rc::default(),
        }
    }

    /// Whether both states say the same.
    pub fn same(&self, other: &State<'p>) -> bool {
        let mut same = self.temps.len() == other.temps.len();
        same = same
            && self.temps.iter().zip(&other.temps).all(|((i, a), (j, b))| {
                let defs = match (a.def, b.def) {
                    (Some(a), Some(b)) => std::ptr::eq(a, b),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                i == j && a.value == b.value && a.cell == b.cell && defs
            });
        same = same && self.zone.same(&other.zone) && self.alive == other.alive;
        same = same && self.checked == other.checked;
        same = same && self.octagon.same(&other.octagon) && self.symbolic.same(&other.symbolic);
        if same {
            self.cells.diff(&other.cells, |_, a, b| same &= a == b);
        }
        same
    }

    /// Restricts to executions in which a cell has one of these values; false when there are none.
    #[must_use]
    pub fn meet_cell(&mut self, id: CellId, value: Value) -> bool {
        match self.narrow(id, value) {
            Some(true) => self.spread(id),
            Some(false) => true,
            None => false,
        }
    }

    /// The same without refining other cells; whether anything changed, none when nothing is left.
    pub(crate) fn narrow(&mut self, id: CellId, value: Value) -> Option<bool> {
        let known = match self.cell(id) {
            Some(old) if old.width == value.width => {
                let new = old.meet(value)?;
                if new == *old {
                    return Some(false);
                }
                new
            }
            Some(_) => return Some(false),
            None if value.is_top() => return Some(false),
            None => value,
        };
        self.put_cell(id, known);
        for temp in self.temps.values_mut() {
            if temp.cell == Some(id)
                && let Some(old) = temp.value
                && old.width == known.width
            {
                temp.value = Some(old.meet(known)?);
            }
        }
        Some(true)
    }

    /// Refines other cells by the bounds of one.
    pub(crate) fn spread(&mut self, id: CellId) -> bool {
        if self.reading(id).is_none() {
            return true;
        }
        let related = self.zone.bounds().filter(|(x, y, _)| *x == id || *y == id);
        let related: Vec<(CellId, CellId, i128)> = related.collect();
        related
            .into_iter()
            .all(|(x, y, bound)| self.tighten(x, y, bound))
            && self.spread_relations(id)
    }

    /// Bounds of two cells whose difference is bounded: x ≤ y + c and y ≥ x − c.
    fn tighten(&mut self, x: CellId, y: CellId, bound: i128) -> bool {
        let (Some((_, most)), Some((least, _))) = (self.numbers(y), self.numbers(x)) else {
            return true;
        };
        for (cell, lo, hi) in [
            (x, i128::MIN / 2, most + bound),
            (y, least - bound, i128::MAX / 2),
        ] {
            let Some((width, is_signed)) = self.reading(cell) else {
                continue;
            };
            let value = if is_signed {
                Value::signed(width, lo, hi)
            } else {
                Value::unsigned(width, lo, hi)
            };
            match value {
                Some(value) if self.narrow(cell, value).is_some() => {}
                Some(_) | None => return false,
            }
        }
        true
    }

    /// The least and greatest number that a cell that takes part in relations can be.
    pub fn numbers(&self, id: CellId) -> Option<(i128, i128)> {
        let (width, is_signed) = self.reading(id)?;
        let value = self.cell(id).copied().unwrap_or(Value::top(width));
        if value.width != width {
            return None;
        }
        Some(if is_signed {
            value.range.signed()
        } else {
            value.range.unsigned()
        })
    }

    /// Restricts to executions in which one cell minus another is at most a number; false when
    /// there are none.
    #[must_use]
    pub fn meet_difference(&mut self, x: CellId, y: CellId, bound: i128) -> bool {
        let Some(new) = self.zone.add(x, y, bound) else {
            return false;
        };
        new.into_iter()
            .all(|(x, y, bound)| self.tighten(x, y, bound))
    }

    /// Refines all cells by the relations.
    pub fn settle(&mut self) {
        let bounds: Vec<(CellId, CellId, i128)> = self.zone.bounds().collect();
        for (x, y, bound) in bounds {
            if !self.tighten(x, y, bound) {
                return;
            }
        }
        self.settle_relations();
    }

    /// Adds the relations that the bounds of some cells imply, so that they outlive the bounds.
    pub fn relate(&mut self, cells: &[CellId]) {
        for x in cells {
            for y in cells {
                if x != y
                    && self.zone.bound(*x, *y).is_none()
                    && let Some(bound) = self.implied(*x, *y)
                {
                    self.zone.note(*x, *y, bound);
                }
            }
        }
    }

    /// What the bounds of two cells imply for their difference, where they say something.
    pub(crate) fn implied(&self, x: CellId, y: CellId) -> Option<i128> {
        self.cell(x)?;
        self.cell(y)?;
        let ((_, most), (least, _)) = (self.numbers(x)?, self.numbers(y)?);
        let ((width_x, signed_x), (width_y, signed_y)) = (self.reading(x)?, self.reading(y)?);
        let top = |width: u32, is_signed: bool| {
            let range = Value::top(width).range;
            if is_signed {
                range.signed()
            } else {
                range.unsigned()
            }
        };
        let says = most < top(width_x, signed_x).1 && least > top(width_y, signed_y).0
            || most < top(width_x, signed_x).1 && !signed_y;
        says.then_some(most - least)
    }

    /// Restricts to executions in which a temporary has one of these values; false when there are
    /// none. Returns whether anything changed.
    pub fn meet_temp(&mut self, id: TempId, value: Value) -> Option<bool> {
        let Some(temp) = self.temps.get_mut(&id) else {
            return Some(false);
        };
        match temp.value {
            Some(old) if old.width == value.width => {
                let new = old.meet(value)?;
                temp.value = Some(new);
                Some(new != old)
            }
            Some(_) | None => Some(false),
        }
    }
}

/// Whether some part of an expression passes a test.
fn mentions(expr: &Expr, test: &impl Fn(&Expr) -> bool) -> bool {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        if test(expr) {
            return true;
        }
        expr.operands(|operand| pending.push(operand));
    }
    false
}
