//! What is known at one point of a function.
//!
//! A state gives cells and temporaries values; what it does not mention may be anything. Of a
//! temporary it also keeps how it was computed, as long as nothing that went into it has been set
//! anew, and which cell it is equal to, as long as that has not been written. Conditions on
//! temporaries thereby say something about variables.

use crate::cells::CellId;
use crate::domains::Thresholds;
use crate::value::Value;
use cassay_base::PersistentMap;
use cassay_ir::{Expr, LocalId, TempId, Variable};
use std::collections::BTreeMap;

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
    cells: PersistentMap<Value>,
    temps: BTreeMap<TempId, Temp<'p>>,
}

/// How two states are put together.
#[derive(Clone, Copy, Debug)]
pub enum Join<'a> {
    /// What either allows.
    Plain,
    /// Extrapolated up to thresholds.
    Widen(&'a Thresholds),
}

impl Join<'_> {
    /// Two values put together.
    pub fn of(self, a: Value, b: Value) -> Value {
        match self {
            Join::Plain => a.join(b),
            Join::Widen(thresholds) => a.widen(b, thresholds),
        }
    }
}

impl<'p> State<'p> {
    /// Nothing is known.
    pub fn top() -> Self {
        State::default()
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

    /// A cell may be anything from now on.
    pub fn forget_cell(&mut self, id: CellId) {
        self.cells.remove(u64::from(id));
        for temp in self.temps.values_mut() {
            if temp.cell == Some(id) {
                temp.cell = None;
            }
        }
    }

    /// A temporary is equal to a cell from now on.
    pub fn equate(&mut self, temp: TempId, cell: CellId) {
        if let Some(temp) = self.temps.get_mut(&temp)
            && temp.cell.is_none()
        {
            temp.cell = Some(cell);
        }
    }

    /// Sets a temporary.
    pub fn set_temp(&mut self, id: TempId, temp: Temp<'p>) {
        if self.temps.contains_key(&id) {
            self.drop_definitions(|expr| matches!(expr, Expr::Temp(other) if *other == id));
        }
        self.temps.insert(id, temp);
    }

    /// Forgets how temporaries were computed, where some part of it is what the test says.
    fn drop_definitions(&mut self, changed: impl Fn(&Expr) -> bool) {
        for temp in self.temps.values_mut() {
            if let Some(def) = temp.def
                && mentions(def, &changed)
            {
                temp.def = None;
            }
        }
    }

    /// The address of a local variable is another from now on.
    pub fn new_object(&mut self, local: LocalId) {
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

    /// Only the cells below a number, and no temporaries.
    pub fn restricted(&self, below: CellId) -> State<'p> {
        let mut cells = self.cells.clone();
        self.cells.for_each(|id, _| {
            if id >= u64::from(below) {
                cells.remove(id);
            }
        });
        State {
            cells,
            temps: BTreeMap::new(),
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
        if same {
            self.cells.diff(&other.cells, |_, a, b| same &= a == b);
        }
        same
    }

    /// Only executions in which a cell has one of these values; false when there are none.
    #[must_use]
    pub fn meet_cell(&mut self, id: CellId, value: Value) -> bool {
        let known = match self.cell(id) {
            Some(old) if old.width == value.width => match old.meet(value) {
                Some(new) if new == *old => return true,
                Some(new) => new,
                None => return false,
            },
            Some(_) => return true,
            None => value,
        };
        self.put_cell(id, known);
        for temp in self.temps.values_mut() {
            if temp.cell == Some(id)
                && let Some(old) = temp.value
                && old.width == known.width
            {
                match old.meet(known) {
                    Some(new) => temp.value = Some(new),
                    None => return false,
                }
            }
        }
        true
    }

    /// Only executions in which a temporary has one of these values; false when there are none.
    /// Says whether anything is new.
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

    /// Takes in what another state allows; whether that is more.
    pub fn join(&mut self, other: &State<'p>, join: Join<'_>) -> bool {
        let mut changes: Vec<(u64, Option<Value>)> = Vec::new();
        self.cells
            .diff(&other.cells, |id, old, new| match (old, new) {
                (Some(old), Some(new)) if old.width == new.width => {
                    let both = join.of(*old, *new);
                    if both != *old {
                        changes.push((id, (!both.is_top()).then_some(both)));
                    }
                }
                (Some(_), Some(_) | None) => changes.push((id, None)),
                (None, Some(_) | None) => {}
            });
        let mut changed = !changes.is_empty();
        for (id, value) in changes {
            match value {
                Some(value) => self.cells.insert(id, value),
                None => self.cells.remove(id),
            }
        }
        let before = self.temps.len();
        self.temps.retain(|id, _| other.temps.contains_key(id));
        let dropped = before != self.temps.len();
        changed |= dropped;
        for (id, temp) in &mut self.temps {
            let Some(second) = other.temps.get(id) else {
                continue;
            };
            let value = match (temp.value, second.value) {
                (Some(a), Some(b)) if a.width == b.width => Some(join.of(a, b)),
                _ => None,
            };
            let same = match (temp.def, second.def) {
                (Some(a), Some(b)) => std::ptr::eq(a, b),
                _ => false,
            };
            let def = temp.def.filter(|_| same);
            let cell = temp.cell.filter(|_| temp.cell == second.cell);
            changed |=
                value != temp.value || def.is_some() != temp.def.is_some() || cell != temp.cell;
            *temp = Temp { value, def, cell };
        }
        if dropped {
            let known: Vec<TempId> = self.temps.keys().copied().collect();
            self.drop_definitions(
                |expr| matches!(expr, Expr::Temp(other) if known.binary_search(other).is_err()),
            );
        }
        changed
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
