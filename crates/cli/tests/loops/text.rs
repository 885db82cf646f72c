//! Loop programs as C.

use crate::program::{Comparison, Condition, Operator, Program, Statement, Storage, Table, Value};
use std::fmt::Write as _;

/// The program in C.
pub fn source(program: &Program) -> String {
    let mut out = String::from(
        "#include <stdlib.h>\n\
         unsigned char nondet_uchar(void);\n\
         void __VERIFIER_assume(int);\n\
         void __VERIFIER_assert(int);\n\
         static void set(unsigned char *to, unsigned value) { *to = value; }\n\
         static unsigned char table[4];\n",
    );
    let names = ["a", "b", "c"];
    let used = &names[..program.variables];
    let parameters = match program.storage {
        Storage::Globals => {
            for name in used {
                let _ = writeln!(out, "static unsigned char global_{name};");
            }
            String::from("void")
        }
        Storage::Behind => {
            let list: Vec<String> = used.iter().map(|n| format!("unsigned char *{n}")).collect();
            list.join(", ")
        }
        Storage::Locals | Storage::Members | Storage::Elements => String::from("void"),
    };
    let _ = writeln!(out, "static void run({parameters}) {{");
    out.push_str(match program.table {
        Table::Local => "  unsigned char t[4] = {0};\n",
        Table::Global => "  unsigned char *t = table;\n",
        Table::Heap => "  unsigned char *t = calloc(4, 1);\n",
        Table::Either => {
            "  unsigned char first[4] = {0}, second[4] = {0};\n  \
             unsigned char *t = nondet_uchar() & 1 ? first : second;\n"
        }
    });
    match program.storage {
        Storage::Locals => {
            let _ = writeln!(out, "  unsigned char {};", used.join(", "));
        }
        Storage::Members => {
            out.push_str("  struct { unsigned char a; int gap; unsigned char b, c; } s;\n");
        }
        Storage::Elements => out.push_str("  unsigned char m[3];\n"),
        Storage::Globals | Storage::Behind => {}
    }
    let printer = Printer { program };
    printer.block(&program.body, 1, &mut out);
    out.push_str("}\nint main(void) {\n");
    match program.storage {
        Storage::Behind => {
            let addresses: Vec<String> = used.iter().map(|name| format!("&{name}")).collect();
            let _ = writeln!(out, "  unsigned char {};", used.join(", "));
            let _ = writeln!(out, "  run({});", addresses.join(", "));
        }
        Storage::Locals | Storage::Globals | Storage::Members | Storage::Elements => {
            out.push_str("  run();\n");
        }
    }
    out.push_str("  return 0;\n}\n");
    out
}

struct Printer<'a> {
    program: &'a Program,
}

impl Printer<'_> {
    fn variable(&self, index: usize) -> String {
        let name = ["a", "b", "c"][index];
        match self.program.storage {
            Storage::Locals => name.to_owned(),
            Storage::Globals => format!("global_{name}"),
            Storage::Members => format!("s.{name}"),
            Storage::Elements => format!("m[{index}]"),
            Storage::Behind => format!("(*{name})"),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Constant(constant) => constant.to_string(),
            Value::Variable(variable) => self.variable(*variable),
            Value::Element(index) => format!("t[{} & 3]", self.value(index)),
            Value::Binary(operator, left, right) => {
                let sign = match operator {
                    Operator::Add => "+",
                    Operator::Sub => "-",
                    Operator::Mul => "*",
                    Operator::And => "&",
                    Operator::Or => "|",
                    Operator::Xor => "^",
                };
                format!("(({} {sign} {}) & 15)", self.value(left), self.value(right))
            }
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Any => "(nondet_uchar() & 1)".to_owned(),
            Condition::True => "1".to_owned(),
            Condition::Compare(comparison, left, right) => {
                let sign = match comparison {
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Equal => "==",
                    Comparison::NotEqual => "!=",
                };
                format!("({} {sign} {})", self.value(left), self.value(right))
            }
            Condition::And(left, right) => {
                format!("({} && {})", self.condition(left), self.condition(right))
            }
            Condition::Or(left, right) => {
                format!("({} || {})", self.condition(left), self.condition(right))
            }
        }
    }

    fn assign(&self, place: &str, value: &Value) -> String {
        let value = self.value(value);
        if self.program.by_call {
            format!("set(&{place}, {value});")
        } else {
            format!("{place} = {value};")
        }
    }

    fn block(&self, block: &[Statement], depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        for statement in block {
            out.push_str(&indent);
            match statement {
                Statement::Assign(variable, value) => {
                    out.push_str(&self.assign(&self.variable(*variable), value));
                }
                Statement::AssignElement(index, value) => {
                    let place = format!("t[{} & 3]", self.value(index));
                    out.push_str(&self.assign(&place, value));
                }
                Statement::Input(variable) => {
                    let _ = write!(out, "{} = nondet_uchar() & 15;", self.variable(*variable));
                }
                Statement::Assert(condition) => {
                    let _ = write!(out, "__VERIFIER_assert({});", self.condition(condition));
                }
                Statement::Assume(condition) => {
                    let _ = write!(out, "__VERIFIER_assume({});", self.condition(condition));
                }
                Statement::If(condition, then, otherwise) => {
                    let _ = writeln!(out, "if ({}) {{", self.condition(condition));
                    self.block(then, depth + 1, out);
                    let _ = writeln!(out, "{indent}}} else {{");
                    self.block(otherwise, depth + 1, out);
                    let _ = write!(out, "{indent}}}");
                }
                Statement::While(condition, body) => {
                    let _ = writeln!(out, "while ({}) {{", self.condition(condition));
                    self.block(body, depth + 1, out);
                    let _ = write!(out, "{indent}}}");
                }
                Statement::DoWhile(body, condition) => {
                    out.push_str("do {\n");
                    self.block(body, depth + 1, out);
                    let _ = write!(out, "{indent}}} while ({});", self.condition(condition));
                }
                Statement::Break => out.push_str("break;"),
                Statement::Continue => out.push_str("continue;"),
                Statement::Return => out.push_str("return;"),
            }
            out.push('\n');
        }
    }
}
