//! The rules of C17 6.2.4 for a function: the oracle that knows which object is alive at each step.
//!
//! The objects of a block are created when it is entered and end when it is left; a jump inside a block
//! keeps them. Reaching a declaration sets the value or makes it indeterminate.

use super::code::{Block, Code, Step};
use super::program::{POINTERS, Variable};
use std::collections::HashMap;

/// The behaviour of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It computes this value.
    Defined(u32),
    /// It reads an indeterminate value, and uses no dead object.
    Indeterminate,
    /// It uses dead objects in these lines, in order. The flag says whether it read an
    /// indeterminate value before. Later lines are for oracles that miss the first use.
    Dead(Vec<usize>, bool),
}

/// The limit on steps. Fuel ends every loop long before.
const MOST_STEPS: usize = 20_000;

type Object = usize;

/// A block that was entered, with the objects of its variables and literals.
struct Active {
    block: Block,
    variables: HashMap<Variable, Object>,
    literals: HashMap<usize, Object>,
}

struct Machine<'c> {
    code: &'c Code,
    /// Values and whether the object is alive.
    objects: Vec<(Option<u32>, bool)>,
    /// The blocks that are active, outermost first.
    active: Vec<Active>,
    pointers: [Object; POINTERS],
    sum: u32,
    tick: u32,
    fuel: i64,
    read_indeterminate: bool,
}

pub(super) fn verdict(code: &Code) -> Verdict {
    let mut machine = Machine {
        code,
        objects: vec![(Some(0), true)],
        active: Vec::new(),
        pointers: [0; POINTERS],
        sum: 1,
        tick: 0,
        fuel: i64::from(code.fuel),
        read_indeterminate: false,
    };
    let mut at = 0;
    let mut dead = Vec::new();
    let mut indeterminate_before = false;
    for _ in 0..MOST_STEPS {
        let Some(placed) = code.steps.get(at) else {
            break;
        };
        machine.go_to(&placed.path);
        match machine.step(placed.step) {
            Some(next) => at = next.unwrap_or(at + 1),
            None => {
                if dead.is_empty() {
                    indeterminate_before = machine.read_indeterminate;
                }
                dead.push(placed.line);
                at += 1;
            }
        }
    }
    if !dead.is_empty() {
        Verdict::Dead(dead, indeterminate_before)
    } else if machine.read_indeterminate {
        Verdict::Indeterminate
    } else {
        Verdict::Defined(machine.sum)
    }
}

impl Machine<'_> {
    fn new_object(&mut self) -> Object {
        self.objects.push((None, true));
        self.objects.len() - 1
    }

    /// Leaves and enters blocks.
    fn go_to(&mut self, path: &[Block]) {
        let same = self.active.iter().zip(path);
        let common = same
            .take_while(|(active, block)| active.block == **block)
            .count();
        for left in self.active.split_off(common) {
            for object in left.variables.values().chain(left.literals.values()) {
                self.objects[*object].1 = false;
            }
        }
        for block in &path[common..] {
            let (variables, literals) = &self.code.objects[*block];
            let variables = variables.iter().map(|v| (*v, self.new_object())).collect();
            let literals = literals.iter().map(|l| (*l, self.new_object())).collect();
            self.active.push(Active {
                block: *block,
                variables,
                literals,
            });
        }
    }

    fn variable(&self, variable: Variable) -> Object {
        let mut blocks = self.active.iter().rev();
        let found = blocks.find_map(|active| active.variables.get(&variable));
        found.copied().unwrap_or(0)
    }

    fn use_value(&mut self, object: Object) -> Option<()> {
        let (value, alive) = self.objects[object];
        if !alive {
            return None;
        }
        self.read_indeterminate |= value.is_none();
        let value = value.unwrap_or(0);
        self.sum = self.sum.wrapping_mul(3).wrapping_add(value);
        Some(())
    }

    fn tick(&mut self, modulus: u32) -> u32 {
        let rest = self.tick % modulus;
        self.tick += 1;
        rest
    }

    fn burn(&mut self) -> bool {
        self.fuel -= 1;
        self.fuel >= 0
    }

    /// Executes a step and returns the target of a jump. `None` if it uses a dead object.
    fn step(&mut self, step: Step) -> Option<Option<usize>> {
        match step {
            Step::Declare(variable, value) => {
                let object = self.variable(variable);
                self.objects[object].0 = value;
            }
            Step::Make(variable, value) | Step::Set(variable, value) => {
                let object = self.variable(variable);
                self.objects[object].0 = Some(value);
            }
            Step::Point(pointer, variable) => self.pointers[pointer] = self.variable(variable),
            Step::CopyPointer(to, from) => self.pointers[to] = self.pointers[from],
            Step::Use(pointer) => self.use_value(self.pointers[pointer])?,
            Step::UseVariable(variable) => self.use_value(self.variable(variable))?,
            Step::Write(pointer, value) => {
                let object = &mut self.objects[self.pointers[pointer]];
                if !object.1 {
                    return None;
                }
                object.0 = Some(value);
            }
            Step::Literal(pointer, literal, value) => {
                let mut blocks = self.active.iter().rev();
                let found = blocks.find_map(|active| active.literals.get(&literal));
                let object = found.copied().unwrap_or(0);
                self.objects[object].0 = Some(value);
                self.pointers[pointer] = object;
            }
            Step::Temporary(pointer, value, used) => {
                let object = self.new_object();
                self.objects[object].0 = Some(value);
                if used {
                    self.use_value(object)?;
                }
                if let Some(pointer) = pointer {
                    self.pointers[pointer] = object;
                }
                self.objects[object].1 = false;
            }
            Step::Alloca(pointer, value) => {
                let object = self.new_object();
                self.objects[object].0 = Some(value);
                self.pointers[pointer] = object;
            }
            Step::Expired(pointer) => {
                let object = self.new_object();
                self.objects[object].1 = false;
                self.pointers[pointer] = object;
            }
            Step::Jump(target) => return Some(Some(target)),
            Step::Unless(condition, target) => {
                return Some((self.tick(condition.modulus) == 0).then_some(target));
            }
            Step::UnlessFueled(condition, target) => {
                let holds = self.burn() && self.tick(condition.modulus) != 0;
                return Some((!holds).then_some(target));
            }
            Step::Fueled(target) => return Some(self.burn().then_some(target)),
            Step::FueledEither(first, second) => {
                return Some(match self.burn() {
                    false => None,
                    true if self.tick(2) != 0 => Some(first),
                    true => Some(second),
                });
            }
            Step::Switch { cases, table, end } => {
                let case = self.tick(cases) as usize;
                let target = self.code.tables[table].get(case).copied();
                return Some(Some(target.unwrap_or(end)));
            }
            Step::Nothing => {}
        }
        Some(None)
    }
}
