//! A function as C text, and as a list of steps with the enclosing blocks of each.

use super::program::{
    Body, Condition, Label, POINTERS, Pointer, Program, Stmt, Temporary, Variable,
};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The number of a block of the text.
pub(super) type Block = usize;

/// The effect of a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Sets the variable to this value, or makes it indeterminate.
    Declare(Variable, Option<u32>),
    /// The same for a variable-length array, which is created here.
    Make(Variable, u32),
    Set(Variable, u32),
    Point(Pointer, Variable),
    CopyPointer(Pointer, Pointer),
    Use(Pointer),
    UseVariable(Variable),
    Write(Pointer, u32),
    /// Initialises the literal of this number and makes the pointer point to it.
    Literal(Pointer, usize, u32),
    /// Creates an object with temporary lifetime, which is dead after the step.
    Temporary(Option<Pointer>, u32, bool),
    Alloca(Pointer, u32),
    Expired(Pointer),
    Jump(usize),
    /// Jumps unless the condition holds.
    Unless(Condition, usize),
    /// The same for a condition that holds only while there is fuel.
    UnlessFueled(Condition, usize),
    /// Jumps while there is fuel.
    Fueled(usize),
    FueledEither(usize, usize),
    /// Jumps to the case of the next tick, or past the cases.
    Switch {
        cases: u32,
        table: usize,
        end: usize,
    },
    Nothing,
}

/// A step with its line and its enclosing blocks, outermost first.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub step: Step,
    pub line: usize,
    pub path: Vec<Block>,
}

/// A function in both forms.
pub(super) struct Code {
    pub steps: Vec<Placed>,
    /// Targets of `switch` steps.
    pub tables: Vec<Vec<usize>>,
    /// The objects of each block: variables and literals.
    pub objects: Vec<(Vec<Variable>, Vec<usize>)>,
    pub fuel: u32,
    /// The statements, one per line.
    pub text: String,
}

/// Writes a function whose first statement is in line `line`.
pub(super) fn code(program: &Program, line: usize) -> Code {
    let mut writer = Writer {
        code: Code {
            steps: Vec::new(),
            tables: Vec::new(),
            objects: Vec::new(),
            fuel: program.fuel,
            text: String::new(),
        },
        line,
        path: Vec::new(),
        labels: HashMap::new(),
        literals: 0,
        arrays: HashSet::new(),
        loops: Vec::new(),
        breaks: Vec::new(),
        pending: Vec::new(),
    };
    writer.enter();
    writer.stmts(&program.stmts);
    writer.step(Step::Nothing);
    writer.link();
    writer.code
}

/// A jump whose target is not known yet.
enum Wanted {
    Label(usize, Label),
    Either(usize, Label, Label),
}

struct Writer {
    code: Code,
    line: usize,
    path: Vec<Block>,
    labels: HashMap<Label, usize>,
    literals: usize,
    /// Variables that are variable-length arrays.
    arrays: HashSet<Variable>,
    /// The `continue` and `break` steps of the enclosing loops and switches.
    loops: Vec<Vec<usize>>,
    breaks: Vec<Vec<usize>>,
    pending: Vec<Wanted>,
}

impl Writer {
    fn write(&mut self, text: &str) {
        let _ = writeln!(self.code.text, "{}{text}", "  ".repeat(self.path.len()));
        self.line += 1;
    }

    /// Adds a step for the last line or the next one.
    fn step(&mut self, step: Step) -> usize {
        let (line, path) = (self.line, self.path.clone());
        self.code.steps.push(Placed { step, line, path });
        self.code.steps.len() - 1
    }

    fn next(&self) -> usize {
        self.code.steps.len()
    }

    fn enter(&mut self) -> Block {
        let block = self.code.objects.len();
        self.code.objects.push((Vec::new(), Vec::new()));
        self.path.push(block);
        block
    }

    fn own(&mut self, variable: Variable) {
        if let Some(block) = self.path.last() {
            self.code.objects[*block].0.push(variable);
        }
    }

    fn literal(&mut self) -> usize {
        if let Some(block) = self.path.last() {
            self.code.objects[*block].1.push(self.literals);
        }
        self.literals += 1;
        self.literals - 1
    }

    /// The text of a read of a variable.
    fn name(&self, variable: Variable) -> String {
        match self.arrays.contains(&variable) {
            true => format!("v{variable}[0]"),
            false => format!("v{variable}"),
        }
    }

    fn link(&mut self) {
        for wanted in std::mem::take(&mut self.pending) {
            let at = |label: &Label| self.labels.get(label).copied().unwrap_or(0);
            match &wanted {
                Wanted::Label(step, label) => self.code.steps[*step].step = Step::Fueled(at(label)),
                Wanted::Either(step, first, second) => {
                    self.code.steps[*step].step = Step::FueledEither(at(first), at(second));
                }
            }
        }
    }

    /// Makes jumps lead to the next step.
    fn land(&mut self, jumps: &[usize]) {
        let next = self.next();
        for jump in jumps {
            match &mut self.code.steps[*jump].step {
                Step::Jump(target)
                | Step::Unless(_, target)
                | Step::UnlessFueled(_, target)
                | Step::Switch { end: target, .. } => *target = next,
                _ => {}
            }
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn one(&mut self, step: Step, text: &str) {
        self.step(step);
        self.write(text);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Block(stmts) => {
                self.write("{");
                self.enter();
                self.stmts(stmts);
                self.path.pop();
                self.step(Step::Nothing);
                self.write("}");
            }
            Stmt::Declare(v, init) => {
                self.own(*v);
                let text = match init {
                    Some(value) => format!("int v{v} = {value};"),
                    None => format!("int v{v};"),
                };
                self.one(Step::Declare(*v, *init), &text);
            }
            Stmt::Set(v, value) => {
                let text = format!("{} = {value};", self.name(*v));
                self.one(Step::Set(*v, *value), &text);
            }
            Stmt::Point(p, v) => {
                let text = format!("p{p} = &{};", self.name(*v));
                self.one(Step::Point(*p, *v), &text);
            }
            Stmt::CopyPointer(p, q) => {
                self.one(Step::CopyPointer(*p, *q), &format!("p{p} = p{q};"));
            }
            Stmt::Use(p) => self.one(Step::Use(*p), &format!("sum = sum * 3 + *p{p};")),
            Stmt::UseVariable(v) => {
                let text = format!("sum = sum * 3 + {};", self.name(*v));
                self.one(Step::UseVariable(*v), &text);
            }
            Stmt::Write(p, value) => {
                self.one(Step::Write(*p, *value), &format!("*p{p} = {value};"));
            }
            Stmt::Literal(p, value, array) => {
                let literal = self.literal();
                let text = match array {
                    true => format!("p{p} = (int[]){{{value}, 1}};"),
                    false => format!("p{p} = &(int){{{value}}};"),
                };
                self.one(Step::Literal(*p, literal, *value), &text);
            }
            Stmt::Temporary(p, value, kind) => {
                let text = format!("p{p} = {};", temporary(*kind, *value));
                self.one(Step::Temporary(Some(*p), *value, false), &text);
            }
            Stmt::TemporaryUsed(p, value, kind) => {
                let text = format!("sum = sum * 3 + *(p{p} = {});", temporary(*kind, *value));
                self.one(Step::Temporary(Some(*p), *value, true), &text);
            }
            Stmt::TemporaryPassed(value, kind) => {
                let text = format!("sum = sum * 3 + first({});", temporary(*kind, *value));
                self.one(Step::Temporary(None, *value, true), &text);
            }
            Stmt::Alloca(p, value) => {
                let text = format!("p{p} = __builtin_alloca(sizeof(int)), *p{p} = {value};");
                self.one(Step::Alloca(*p, *value), &text);
            }
            Stmt::Expired(p, value) => {
                self.one(Step::Expired(*p), &format!("p{p} = expired({value});"));
            }
            Stmt::Expression(v, p, value) => self.expression(*v, *p, *value),
            Stmt::Label(label) => {
                let next = self.next();
                self.labels.insert(*label, next);
                self.one(Step::Nothing, &format!("l{label}:;"));
            }
            Stmt::Goto(label) => {
                let step = self.step(Step::Nothing);
                self.pending.push(Wanted::Label(step, *label));
                self.write(&format!("if (fuel-- > 0) goto l{label};"));
            }
            Stmt::ComputedGoto(a, b) => {
                let step = self.step(Step::Nothing);
                self.pending.push(Wanted::Either(step, *a, *b));
                self.write(&format!(
                    "if (fuel-- > 0) goto *(tick++ % 2 ? &&l{a} : &&l{b});"
                ));
            }
            Stmt::Break(condition) => self.leave(*condition, true),
            Stmt::Continue(condition) => self.leave(*condition, false),
            Stmt::If(literal, condition, then, otherwise) => {
                self.selection(*literal, *condition, then, otherwise.as_ref());
            }
            Stmt::While(literal, condition, body) => self.while_loop(*literal, *condition, body),
            Stmt::Do(condition, body) => self.do_loop(*condition, body),
            Stmt::For(v, value, p, condition, body) => {
                self.for_loop(*v, *value, *p, *condition, body);
            }
            Stmt::Switch(count, heads, cases) => self.switch(*count, heads, cases),
            Stmt::Array(v, value, stmts) => {
                self.arrays.insert(*v);
                self.write("{");
                self.enter();
                self.own(*v);
                self.step(Step::Make(*v, *value));
                self.write(&format!("int v{v}[length]; v{v}[0] = {value};"));
                self.stmts(stmts);
                self.path.pop();
                self.step(Step::Nothing);
                self.write("}");
            }
        }
    }

    /// A statement expression, whose variable is dead after it.
    fn expression(&mut self, v: Variable, p: Pointer, value: u32) {
        self.enter();
        self.own(v);
        self.step(Step::Declare(v, Some(value)));
        self.step(Step::Point(p, v));
        self.step(Step::UseVariable(v));
        self.path.pop();
        self.step(Step::Nothing);
        self.write(&format!(
            "sum = sum * 3 + ({{ int v{v} = {value}; p{p} = &v{v}; *p{p}; }});"
        ));
    }

    fn leave(&mut self, condition: Condition, breaks: bool) {
        self.step(Step::Unless(condition, self.next() + 2));
        let jump = self.step(Step::Jump(0));
        let (list, word) = match breaks {
            true => (&mut self.breaks, "break"),
            false => (&mut self.loops, "continue"),
        };
        if let Some(innermost) = list.last_mut() {
            innermost.push(jump);
        }
        self.write(&format!("if ({}) {word};", text(condition)));
    }

    /// A literal in a condition belongs to the statement of the condition.
    fn condition_literal(&mut self, literal: Option<(Pointer, u32)>) -> String {
        let Some((p, value)) = literal else {
            return String::new();
        };
        let number = self.literal();
        self.step(Step::Literal(p, number, value));
        format!("*(p{p} = &(int){{{value}}}) && ")
    }

    fn selection(
        &mut self,
        literal: Option<(Pointer, u32)>,
        condition: Condition,
        then: &Body,
        otherwise: Option<&Body>,
    ) {
        self.enter();
        let before = self.condition_literal(literal);
        let unless = self.step(Step::Unless(condition, 0));
        self.write(&format!("if ({before}{})", text(condition)));
        self.body(then);
        match otherwise {
            None => {
                self.path.pop();
                self.land(&[unless]);
            }
            Some(otherwise) => {
                let over = self.step(Step::Jump(0));
                self.land(&[unless]);
                self.step(Step::Nothing);
                self.write("else");
                self.body(otherwise);
                self.path.pop();
                self.land(&[over]);
            }
        }
        self.step(Step::Nothing);
    }

    fn while_loop(&mut self, literal: Option<(Pointer, u32)>, condition: Condition, body: &Body) {
        self.enter();
        let start = self.next();
        // The literal is created before each evaluation of the condition.
        let before = self.condition_literal(literal);
        let leave = self.step(Step::UnlessFueled(condition, 0));
        self.write(&format!(
            "while ({before}fuel-- > 0 && {})",
            text(condition)
        ));
        self.open_loop();
        self.body(body);
        self.close_loop(Some(start), &[leave]);
    }

    fn do_loop(&mut self, condition: Condition, body: &Body) {
        self.enter();
        self.write("do");
        let start = self.next();
        self.open_loop();
        self.body(body);
        let continues = self.loops.pop().unwrap_or_default();
        self.land(&continues);
        let leave = self.step(Step::UnlessFueled(condition, 0));
        self.step(Step::Jump(start));
        self.write(&format!("while (fuel-- > 0 && {});", text(condition)));
        self.loops.push(Vec::new());
        self.close_loop(None, &[leave]);
    }

    fn for_loop(&mut self, v: Variable, value: u32, p: Pointer, condition: Condition, body: &Body) {
        self.enter();
        self.own(v);
        self.step(Step::Declare(v, Some(value)));
        let start = self.next();
        let leave = self.step(Step::UnlessFueled(condition, 0));
        self.write(&format!(
            "for (int v{v} = {value}; fuel-- > 0 && {}; p{p} = &v{v})",
            text(condition)
        ));
        self.open_loop();
        self.body(body);
        let continues = self.loops.pop().unwrap_or_default();
        self.land(&continues);
        self.step(Step::Point(p, v));
        self.loops.push(Vec::new());
        self.close_loop(Some(start), &[leave]);
    }

    fn open_loop(&mut self) {
        self.loops.push(Vec::new());
        self.breaks.push(Vec::new());
    }

    /// Ends a loop and its block.
    fn close_loop(&mut self, start: Option<usize>, leave: &[usize]) {
        let continues = self.loops.pop().unwrap_or_default();
        self.land(&continues);
        if let Some(start) = start {
            self.step(Step::Jump(start));
        }
        self.path.pop();
        let breaks = self.breaks.pop().unwrap_or_default();
        self.land(&breaks);
        self.land(leave);
        self.step(Step::Nothing);
    }

    fn switch(&mut self, count: u32, heads: &[Variable], cases: &[(Vec<Stmt>, bool)]) {
        self.enter();
        let table = self.code.tables.len();
        self.code.tables.push(Vec::new());
        let dispatch = self.step(Step::Switch {
            cases: count,
            table,
            end: 0,
        });
        self.write(&format!("switch (tick++ % {count}) {{"));
        self.breaks.push(Vec::new());
        self.enter();
        for v in heads {
            self.own(*v);
            self.write(&format!("int v{v};"));
        }
        for (number, (stmts, falls_through)) in cases.iter().enumerate() {
            let target = self.step(Step::Nothing);
            self.code.tables[table].push(target);
            self.write(&format!("case {number}:;"));
            self.stmts(stmts);
            if !falls_through {
                let jump = self.step(Step::Jump(0));
                if let Some(innermost) = self.breaks.last_mut() {
                    innermost.push(jump);
                }
                self.write("break;");
            }
        }
        self.path.pop();
        self.path.pop();
        self.write("}");
        let breaks = self.breaks.pop().unwrap_or_default();
        self.land(&breaks);
        self.land(&[dispatch]);
        self.step(Step::Nothing);
    }

    fn body(&mut self, body: &Body) {
        if body.braces {
            self.write("{");
        }
        self.enter();
        self.stmts(&body.stmts);
        self.path.pop();
        self.step(Step::Nothing);
        if body.braces {
            self.write("}");
        }
    }
}

fn text(condition: Condition) -> String {
    format!("tick++ % {} != 0", condition.modulus)
}

fn temporary(kind: Temporary, value: u32) -> String {
    match kind {
        Temporary::Call => format!("make({value}).a"),
        Temporary::SmallCall => format!("make_small({value}).a"),
        Temporary::Choice => format!("(tick % 2 ? make({value}) : make({value})).a"),
        Temporary::Assignment => format!("(spare = make({value})).a"),
        Temporary::Comma => format!("(0, make({value})).a"),
    }
}

/// The text before the functions of a file.
pub(super) const PRELUDE: &str = "\
#include <assert.h>
struct pair { int a[5]; };
struct small { int a[1]; };
static struct pair make(int n) { struct pair s = {{n, n + 1}}; return s; }
static struct small make_small(int n) { struct small s = {{n}}; return s; }
static int first(int *p) { return *p; }
static int *expired(int n) { int x = n; int *q = &x; return q; }
";

/// The lines of a function before its first statement.
pub(super) fn head(name: &str, fuel: u32) -> String {
    let pointers: Vec<String> = (0..POINTERS).map(|p| format!("*p{p} = &zero")).collect();
    format!(
        "int {name}(void) {{\n  struct pair spare; int zero = 0, length = 2, fuel = {fuel}; \
         unsigned sum = 1, tick = 0; int {};\n",
        pointers.join(", ")
    )
}
