//! Loop programs as C.

use crate::program::{
    Coding, Comparison, Condition, Operator, Place, Program, Statement, Storage, Table, Value,
};
use std::fmt::Write as _;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// The program in C, and the line of each claim.
pub fn source(program: &Program) -> (String, Vec<usize>) {
    let mut printer = Printer {
        program,
        out: String::new(),
    };
    printer.declarations();
    for (index, body) in program.functions.iter().enumerate() {
        printer.function(index, body);
    }
    printer.run();
    printer.main();
    let mut lines = vec![0; program.claims];
    for (index, line) in printer.out.lines().enumerate() {
        if let Some((_, number)) = line.split_once("// claim ") {
            let number: usize = number.trim().parse().expect("written here");
            lines[number] = index + 1;
        }
    }
    (printer.out, lines)
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
}

impl Printer<'_> {
    /// The type that numbers have.
    fn kind(&self) -> &'static str {
        match self.program.coding {
            Coding::Low | Coding::HighOfChar => "unsigned char",
            Coding::HighOfInt => "unsigned",
        }
    }

    /// How far up the bits are.
    fn up(&self) -> Option<u32> {
        match self.program.coding {
            Coding::Low => None,
            Coding::HighOfChar => Some(4),
            Coding::HighOfInt => Some(28),
        }
    }

    fn names(&self) -> &'static [&'static str] {
        &NAMES[..self.program.variables]
    }

    fn declarations(&mut self) {
        let kind = self.kind();
        let _ = write!(
            self.out,
            "#include <stdlib.h>\n\
             unsigned char nondet_uchar(void);\n\
             void __VERIFIER_assume(int);\n\
             void __VERIFIER_assert(int);\n\
             static void set({kind} *to, {kind} value) {{ *to = value; }}\n\
             static {kind} table[4];\n\
             static {kind} *p;\n",
        );
        let qualifier = match self.program.storage {
            Storage::Globals => "",
            Storage::Volatile => "volatile ",
            _ => return,
        };
        for name in self.names() {
            let _ = writeln!(self.out, "static {qualifier}{kind} global_{name};");
        }
    }

    /// Pointers to the variables, where functions get them handed on.
    fn handed_on(&self, show: impl Fn(&str) -> String) -> String {
        match self.program.storage {
            Storage::Behind => self
                .names()
                .iter()
                .map(|name| show(name))
                .collect::<Vec<_>>()
                .join(", "),
            _ => String::new(),
        }
    }

    fn function(&mut self, index: usize, body: &[Statement]) {
        let kind = self.kind();
        let more = self.handed_on(|name| format!("{kind} *{name}"));
        let comma = if more.is_empty() { "" } else { ", " };
        for other in 0..self.program.functions.len() {
            if index == 0 {
                let _ = writeln!(
                    self.out,
                    "static void f{other}({kind} *t, {kind} n{comma}{more});"
                );
            }
        }
        let _ = writeln!(
            self.out,
            "static void f{index}({kind} *t, {kind} n{comma}{more}) {{\n  {kind} d = 0;"
        );
        self.block(body, 1);
        self.out.push_str("}\n");
    }

    fn run(&mut self) {
        let kind = self.kind();
        let mut parameters = self.handed_on(|name| format!("{kind} *{name}"));
        if parameters.is_empty() {
            parameters.push_str("void");
        }
        let used = self.names().join(", ");
        let _ = writeln!(
            self.out,
            "static void run({parameters}) {{\n  {kind} d = 0;"
        );
        let table = match self.program.table {
            Table::Local => format!("  {kind} t[4] = {{0}};\n"),
            Table::Global => format!("  {kind} *t = table;\n"),
            Table::Heap => format!("  {kind} *t = calloc(4, sizeof *t);\n"),
            Table::Either => format!(
                "  {kind} first[4] = {{0}}, second[4] = {{0}};\n  \
                 {kind} *t = nondet_uchar() & 1 ? first : second;\n"
            ),
        };
        self.out.push_str(&table);
        let variables = match self.program.storage {
            Storage::Locals => format!("  {kind} {used};\n"),
            Storage::Statics => format!("  static {kind} {used};\n"),
            Storage::Members => format!("  struct {{ {kind} a; int gap; {kind} b, c; }} s;\n"),
            Storage::Elements => format!("  {kind} m[3];\n"),
            Storage::Fields => "  struct { unsigned a : 4, b : 4, c : 4; } s;\n".to_owned(),
            Storage::Overlaid => {
                format!("  union {{ {kind} m[3]; struct {{ {kind} a, b, c; }} s; }} u;\n")
            }
            Storage::Globals | Storage::Volatile | Storage::Behind => String::new(),
        };
        self.out.push_str(&variables);
        let body = &self.program.body;
        self.block(body, 1);
        self.out.push_str("}\n");
    }

    fn main(&mut self) {
        self.out.push_str("int main(void) {\n");
        let arguments = self.handed_on(|name| format!("&{name}"));
        if !arguments.is_empty() {
            let used = self.names().join(", ");
            let _ = writeln!(self.out, "  {} {used};", self.kind());
        }
        let _ = writeln!(self.out, "  run({arguments});\n  return 0;\n}}");
    }

    fn read(&self, index: usize) -> String {
        let name = NAMES[index];
        match self.program.storage {
            Storage::Locals | Storage::Statics => name.to_owned(),
            Storage::Globals | Storage::Volatile => format!("global_{name}"),
            Storage::Members | Storage::Fields => format!("s.{name}"),
            Storage::Elements => format!("m[{index}]"),
            Storage::Behind => format!("(*{name})"),
            Storage::Overlaid => format!("u.s.{name}"),
        }
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Variable(index) if self.program.storage == Storage::Overlaid => {
                format!("u.m[{index}]")
            }
            Place::Variable(index) => self.read(*index),
            Place::Element(index) => format!("t[{} & 3]", self.low(&self.value(index))),
            Place::Through => "(*p)".to_owned(),
            Place::Own => "d".to_owned(),
        }
    }

    /// A number from 0 to 15 in place of its coding.
    fn low(&self, text: &str) -> String {
        match self.up() {
            None => text.to_owned(),
            Some(up) => format!("({text} >> {up})"),
        }
    }

    /// The coding of a number from 0 to 15.
    fn high(&self, text: &str) -> String {
        match self.program.coding {
            Coding::Low => text.to_owned(),
            Coding::HighOfChar => format!("(unsigned char)({text} << 4)"),
            Coding::HighOfInt => format!("((unsigned)({text}) << 28)"),
        }
    }

    /// The four bits that are left of a result.
    fn wrapped(&self, text: &str) -> String {
        match self.program.coding {
            Coding::Low => format!("(({text}) & 15)"),
            Coding::HighOfChar => format!("((unsigned char)({text}))"),
            Coding::HighOfInt => format!("({text})"),
        }
    }

    fn constant(&self, constant: u8) -> String {
        match self.program.coding {
            Coding::Low => constant.to_string(),
            Coding::HighOfChar => (u32::from(constant) << 4).to_string(),
            Coding::HighOfInt => format!("{}u", u32::from(constant) << 28),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Constant(constant) => self.constant(*constant),
            Value::Variable(variable) => self.read(*variable),
            Value::Element(index) => format!("t[{} & 3]", self.low(&self.value(index))),
            Value::Through => "(*p)".to_owned(),
            Value::Argument => "n".to_owned(),
            Value::Own => "d".to_owned(),
            Value::Choice(condition, left, right) => format!(
                "({} ? {} : {})",
                self.condition(condition),
                self.value(left),
                self.value(right)
            ),
            Value::Binary(operator, left, right) => {
                self.binary(*operator, &self.value(left), &self.value(right))
            }
        }
    }

    fn binary(&self, operator: Operator, left: &str, right: &str) -> String {
        let (low_left, low_right) = (self.low(left), self.low(right));
        match operator {
            Operator::Add => self.wrapped(&format!("{left} + {right}")),
            Operator::Sub => self.wrapped(&format!("{left} - {right}")),
            Operator::Mul => self.wrapped(&format!("{low_left} * {right}")),
            Operator::And => format!("({left} & {right})"),
            Operator::Or => format!("({left} | {right})"),
            Operator::Xor => format!("({left} ^ {right})"),
            Operator::Divide => self.high(&format!("({low_left} / ({low_right} | 1))")),
            Operator::Remainder => self.high(&format!("({low_left} % ({low_right} | 1))")),
            Operator::ShiftLeft => self.wrapped(&format!("{left} << ({low_right} & 3)")),
            Operator::ShiftRight => self.high(&format!("({low_left} >> ({low_right} & 3))")),
        }
    }

    fn signed(&self, text: &str) -> String {
        match self.program.coding {
            Coding::Low => format!("(signed char)({text} << 4)"),
            Coding::HighOfChar => format!("(signed char)({text})"),
            Coding::HighOfInt => format!("(int)({text})"),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Any => "(nondet_uchar() & 1)".to_owned(),
            Condition::True => "1".to_owned(),
            Condition::Compare(comparison, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                match comparison {
                    Comparison::Less => format!("({left} < {right})"),
                    Comparison::LessOrEqual => format!("({left} <= {right})"),
                    Comparison::Equal => format!("({left} == {right})"),
                    Comparison::NotEqual => format!("({left} != {right})"),
                    Comparison::SignedLess => {
                        format!("({} < {})", self.signed(&left), self.signed(&right))
                    }
                }
            }
            Condition::And(left, right) => {
                format!("({} && {})", self.condition(left), self.condition(right))
            }
            Condition::Or(left, right) => {
                format!("({} || {})", self.condition(left), self.condition(right))
            }
            Condition::Not(inner) => format!("!{}", self.condition(inner)),
        }
    }

    /// An assignment, without a semicolon.
    fn assignment(&self, place: &Place, value: &Value) -> String {
        let to = self.place(place);
        if self.program.by_call {
            return format!("set(&{to}, {})", self.value(value));
        }
        if let (Storage::Fields, Place::Variable(_), Value::Binary(operator, left, right)) =
            (self.program.storage, place, value)
        {
            // A bit-field cuts off by itself.
            let (left, right) = (self.value(left), self.value(right));
            match operator {
                Operator::Add => return format!("{to} = {left} + {right}"),
                Operator::Sub => return format!("{to} = {left} - {right}"),
                _ => {}
            }
        }
        format!("{to} = {}", self.value(value))
    }

    fn block(&mut self, block: &[Statement], depth: usize) {
        for statement in block {
            self.statement(statement, depth);
            self.out.push('\n');
        }
    }

    fn nested(&mut self, head: &str, body: &[Statement], depth: usize) {
        let _ = writeln!(self.out, "{head} {{");
        self.block(body, depth + 1);
        self.out.push_str(&"  ".repeat(depth));
        self.out.push('}');
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        let indent = "  ".repeat(depth);
        self.out.push_str(&indent);
        let text = match statement {
            Statement::Assign(place, value) => format!("{};", self.assignment(place, value)),
            Statement::Input(place) => {
                let input = match self.program.coding {
                    Coding::Low => "nondet_uchar() & 15".to_owned(),
                    Coding::HighOfChar | Coding::HighOfInt => self.high("nondet_uchar()"),
                };
                format!("{} = {input};", self.place(place))
            }
            Statement::Point(variable) => match self.program.storage {
                Storage::Behind => format!("p = {};", NAMES[*variable]),
                _ => format!("p = &{};", self.read(*variable)),
            },
            Statement::Assert(claim, condition) => format!(
                "__VERIFIER_assert({}); // claim {claim}",
                self.condition(condition)
            ),
            Statement::Assume(condition) => {
                format!("__VERIFIER_assume({});", self.condition(condition))
            }
            Statement::If(condition, then, otherwise) => {
                let head = format!("if ({})", self.condition(condition));
                self.nested(&head, then, depth);
                if !otherwise.is_empty() {
                    self.nested(" else", otherwise, depth);
                }
                return;
            }
            Statement::While(condition, body) => {
                let head = format!("while ({})", self.condition(condition));
                return self.nested(&head, body, depth);
            }
            Statement::DoWhile(body, condition) => {
                self.nested("do", body, depth);
                format!(" while ({});", self.condition(condition))
            }
            Statement::For(condition, step, body) => {
                let step = match step.as_ref() {
                    Statement::Assign(place, value) => self.assignment(place, value),
                    other => unreachable!("{other:?} is no step"),
                };
                let head = format!("for (; {}; {step})", self.condition(condition));
                return self.nested(&head, body, depth);
            }
            Statement::Switch(value, cases) => {
                let _ = writeln!(self.out, "switch ({}) {{", self.low(&self.value(value)));
                for case in cases {
                    let _ = match case.number {
                        Some(number) => writeln!(self.out, "{indent}case {number}:"),
                        None => writeln!(self.out, "{indent}default:"),
                    };
                    self.block(&case.body, depth + 1);
                    if !case.falls {
                        let _ = writeln!(self.out, "{indent}  break;");
                    }
                }
                format!("{indent}}}")
            }
            Statement::Break => "break;".to_owned(),
            Statement::Continue => "continue;".to_owned(),
            Statement::Return => "return;".to_owned(),
            Statement::Exit => "exit(0);".to_owned(),
            Statement::Call(function, argument) => {
                let argument = self.low(&self.value(argument));
                let argument = self.high(&format!("({argument} & 3)"));
                let more = self.handed_on(str::to_owned);
                let comma = if more.is_empty() { "" } else { ", " };
                format!("f{function}(t, {argument}{comma}{more});")
            }
            Statement::Label(label) => format!("l{label}:;"),
            Statement::Goto(label) => format!("goto l{label};"),
        };
        self.out.push_str(&text);
    }
}
