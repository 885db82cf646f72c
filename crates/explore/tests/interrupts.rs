//! Random programs with interrupt handlers: the pass that makes handlers calls against handlers as threads.
//!
//! In the reference every handler is a thread that runs the handler in atomic sections, as often as the limit
//! says, whenever it is not masked; accesses of several words are written out as parts. All interleavings are
//! enumerated. The pass gives a program without threads, of which all inputs are enumerated. The same claims are
//! violated, and the final states are the same.
//!
//! `CASSAY_INTERRUPTS` sets the number of programs for longer campaigns.

mod common;

use cassay_checks::CheckSet;
use cassay_explore::{Findings, Limits, explore};
use cassay_ir::arbitrary::Rng;
use cassay_ir::{ClaimId, Program};
use cassay_passes::{Handler, Interrupts, Plan};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The variables that statements use.
const SHARED: [&str; 3] = ["@a", "@b", "@c"];
const GLOBALS: &str = "target 64\nglobal @a: i32\nglobal @b: i32\nglobal @c: i32\nglobal @w: i64\n\
                       global @mask: i32\nglobal @enable: i32\nglobal @off: i32\n\
                       global @p: ptr = { 0: &@a }\nglobal @fired: i32\n";
/// The variables whose final contents are compared.
const COMPARED: [&str; 6] = ["a", "b", "c", "w", "mask", "enable"];

fn count() -> u64 {
    let wanted = std::env::var("CASSAY_INTERRUPTS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(400)
}

/// The body of a function that is written.
struct Body<'r> {
    rng: &'r mut Rng,
    text: String,
    temps: u32,
    blocks: u32,
    claims: u32,
    /// Whether accesses of two words are written as their parts.
    parts: bool,
    /// Whether handlers are masked by stores to a variable instead of by calls.
    stores_mask: bool,
}

impl Body<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn set(&mut self, ty: &str, value: &str) -> String {
        let temp = format!("%{}", self.temps);
        self.temps += 1;
        self.line(&format!("{temp}: {ty} = {value}"));
        temp
    }

    fn shared(&mut self) -> &'static str {
        SHARED[self.rng.below(3) as usize]
    }

    fn add(&mut self, name: &str) {
        let old = self.set("i32", &format!("load {name}"));
        self.line(&format!("store i32 add({old}, 1) -> {name}"));
    }

    fn claim(&mut self, cond: &str) {
        let number = self.claims;
        self.claims += 1;
        self.line(&format!(
            "assert #{number} {cond} [assertion] \"claim {number}\""
        ));
    }

    fn branch(&mut self, cond: &str, then: &[String], otherwise: &[String]) {
        let (first, second, after) = (self.blocks, self.blocks + 1, self.blocks + 2);
        self.blocks += 3;
        self.line(&format!("if {cond} goto bb{first} else bb{second}"));
        for (block, lines) in [(first, then), (second, otherwise)] {
            let _ = writeln!(self.text, "bb{block}:");
            lines.iter().for_each(|line| self.line(line));
            self.line(&format!("goto bb{after}"));
        }
        let _ = writeln!(self.text, "bb{after}:");
    }

    /// Accesses both words of a variable in one order or the other.
    fn in_either_order(&mut self, low: String, high: String) {
        let downwards = self.set("i1", "havoc \"high word first\"");
        let (up, down) = ([low.clone(), high.clone()], [high, low]);
        self.branch(&downwards, &down, &up);
    }

    fn wide_store(&mut self, value: u64) {
        if self.parts {
            let store = |half: u64, at| format!("store i32 {half} -> @w+{at}");
            self.in_either_order(store(value & 3, 0), store(value >> 2, 4));
        } else {
            let whole = (value & 3) | (value >> 2) << 32;
            self.line(&format!("store i64 {whole} -> @w"));
        }
    }

    fn wide_load(&mut self) -> String {
        if !self.parts {
            return self.set("i64", "load @w");
        }
        let (low, high) = (
            format!("%{}", self.temps + 1),
            format!("%{}", self.temps + 2),
        );
        let place = |temp: &str, at| format!("{temp}: i32 = load @w+{at}");
        let downwards = self.set("i1", "havoc \"high word first\"");
        self.temps += 2;
        let (l, h) = (place(&low, 0), place(&high, 4));
        self.branch(&downwards, &[h.clone(), l.clone()], &[l, h]);
        self.set(
            "i64",
            &format!("or(zext({low}, i64), shl(zext({high}, i64), 32))"),
        )
    }

    fn statement(&mut self, handler: bool) {
        let (name, value) = (self.shared(), self.rng.below(3));
        match self.rng.below(if handler { 9 } else { 13 }) {
            0 => self.line(&format!("store i32 {value} -> {name}")),
            1 | 2 => self.add(name),
            3 | 4 => {
                let seen = self.set("i32", &format!("load {name}"));
                self.claim(&format!("ne({seen}, {value})"));
            }
            5 => {
                let pointer = self.set("ptr", "load @p");
                self.line(&format!("store i32 {value} -> *{pointer} align 4"));
            }
            6 => {
                let seen = self.set("i32", &format!("load {name}"));
                let other = self.shared();
                let store = format!("store i32 2 -> {other}");
                self.branch(&format!("eq({seen}, {value})"), &[store], &[]);
            }
            7 => {
                if handler {
                    let half = self.rng.below(16);
                    let whole = (half & 3) | (half >> 2) << 32;
                    self.line(&format!("store i64 {whole} -> @w"));
                } else {
                    let half = self.rng.below(16);
                    self.wide_store(half);
                }
            }
            8 => {
                if handler {
                    self.line(&format!("store ptr &{name} -> @p"));
                } else {
                    let seen = self.wide_load();
                    self.claim(&format!("ne({seen}, {})", value << 32 | 1));
                }
            }
            9 => self.mask(true),
            10 => self.mask(false),
            11 => {
                self.line("atomic_begin");
                self.add(name);
                let other = self.shared();
                self.add(other);
                self.line("atomic_end");
            }
            _ => {
                let bit = self.rng.below(2);
                self.line(&format!("store i32 {bit} -> @enable"));
            }
        }
    }

    fn mask(&mut self, masks: bool) {
        if self.stores_mask {
            self.line(&format!("store i32 {} -> @mask", u32::from(masks)));
        } else if masks {
            self.line("call __disable_irq()");
        } else {
            self.line("call __enable_irq()");
        }
    }
}

/// A program in both forms.
struct Pair {
    /// With handlers that nobody calls.
    plain: String,
    /// With handlers as threads.
    threads: String,
    interrupts: Interrupts,
}

fn pair(seed: u64, limit: u32) -> Pair {
    let mut rng = Rng::new(seed);
    let two = rng.chance(1, 3);
    let stores_mask = rng.chance(1, 2);
    let handlers: Vec<&str> = if two {
        vec!["h1", "h2:!enable"]
    } else {
        vec!["h1"]
    };
    let mask = if stores_mask { ":mask" } else { "" };
    let body_seed = rng.below(1 << 40);
    let write = |parts: bool| {
        let mut rng = Rng::new(body_seed);
        let mut claims = 0;
        let mut functions = Vec::new();
        for name in ["h1", "h2", "main"] {
            let size = 1 + rng.below(if name == "main" { 5 } else { 3 });
            let mut body = Body {
                rng: &mut rng,
                text: String::new(),
                temps: if name == "main" { 8 } else { 0 },
                blocks: 1,
                claims,
                parts,
                stores_mask,
            };
            for _ in 0..size {
                body.statement(name != "main");
            }
            claims = body.claims;
            functions.push(body.text);
        }
        functions
    };
    let plain = write(false);
    let mut text = String::from(GLOBALS);
    text.push_str("fn __disable_irq() -> void;\nfn __enable_irq() -> void;\n");
    for (name, body) in ["h1", "h2"].iter().zip(&plain) {
        let _ = writeln!(text, "fn {name}() -> void {{\nbb0:\n{body}  return\n}}");
    }
    let main = &plain[2];
    let starts = first_temps();
    let _ = writeln!(
        text,
        "fn main() -> void {{\nbb0:\n{starts}{main}  return\n}}"
    );
    let parts = write(true);
    let threads = threads(&parts, &handlers, stores_mask, limit);
    let with_mask = handlers.iter().enumerate().map(|(index, handler)| {
        let text = if index == 0 {
            format!("{handler}{mask}")
        } else {
            (*handler).to_string()
        };
        Handler::parse(&text).expect("a handler")
    });
    Pair {
        plain: text,
        threads,
        interrupts: Interrupts {
            handlers: with_mask.collect(),
            limit: Some(limit),
            word: Some(32),
            ..Interrupts::default()
        },
    }
}

/// Temporaries are numbered from 0: those below 8 are set first, so that both forms have the same ones.
fn first_temps() -> String {
    (0..8).fold(String::new(), |mut text, temp| {
        let _ = writeln!(text, "  %{temp}: i32 = 0");
        text
    })
}

fn threads(bodies: &[String], handlers: &[&str], stores_mask: bool, limit: u32) -> String {
    let mut text = String::from(GLOBALS);
    text.push_str(
        "fn __disable_irq() -> void {\nbb0:\n  store i32 1 -> @off\n  return\n}\n\
         fn __enable_irq() -> void {\nbb0:\n  store i32 0 -> @off\n  return\n}\n",
    );
    for (name, body) in ["h1", "h2"].iter().zip(bodies) {
        let _ = writeln!(text, "fn {name}() -> void {{\nbb0:\n{body}  return\n}}");
    }
    for (index, handler) in handlers.iter().enumerate() {
        let name = handler.split(':').next().unwrap_or_default();
        let _ = writeln!(text, "fn t{index}(%0: ptr) -> ptr {{\nbb0:");
        let mut temp = 1;
        for _ in 0..limit {
            let mask = match (index, stores_mask) {
                (0, true) => "eq(%T, 0)",
                (0, false) => "true",
                _ => "ne(%T, 0)",
            };
            let from = if index == 0 { "@mask" } else { "@enable" };
            let (fired, masked, off) = (temp, temp + 1, temp + 2);
            temp += 3;
            let mask = mask.replace("%T", &format!("%{masked}"));
            let _ = writeln!(
                text,
                "  atomic_begin\n  %{fired}: i32 = load @fired\n  %{masked}: i32 = load {from}\n  \
                 %{off}: i32 = load @off\n  wait and(and(ult(%{fired}, {limit}), eq(%{off}, 0)), {mask})\n  \
                 store i32 add(%{fired}, 1) -> @fired\n  call {name}()\n  atomic_end"
            );
        }
        text.push_str("  return %0\n}\n");
    }
    let mut starts = String::new();
    for temp in 0..8 {
        let value = match handlers.get(temp) {
            Some(_) => format!("spawn t{temp}(null)"),
            None => "0".to_string(),
        };
        let _ = writeln!(starts, "  %{temp}: i32 = {value}");
    }
    let _ = writeln!(
        text,
        "fn main() -> void {{\nbb0:\n{starts}{}  return\n}}",
        bodies[2]
    );
    text
}

fn findings(program: &Program) -> Findings {
    let entry = program.find_function("main").expect("a function main");
    let named = |name: &&str| {
        let mut globals = program.globals.iter_enumerated();
        let found = globals.find(|(_, global)| &*global.name == *name);
        found.expect("a global").0
    };
    let finals: Vec<_> = COMPARED.iter().map(named).collect();
    explore(
        program,
        entry,
        cassay_ir::MemoryModel::Sc,
        &finals,
        &Limits::default(),
    )
}

fn with_calls(pair: &Pair) -> Program {
    let mut program = common::parse(&pair.plain);
    let checks = CheckSet::none();
    let mut plan = Plan::new(&checks, program.find_function("main"));
    plan.interrupts = Some(&pair.interrupts);
    for name in ["run-interrupts", "tear-accesses"] {
        let pass = cassay_passes::find(name).expect("a pass");
        cassay_passes::run_one(&mut program, pass, &plan).expect("it stays well-formed");
    }
    program
}

#[test]
fn calls_of_handlers_do_what_threads_would() {
    let (mut compared, mut violated, mut many) = (0, 0, 0);
    for seed in 0..count() {
        let pair = pair(seed, 1 + (seed % 3) as u32);
        let (calls, threads) = (with_calls(&pair), common::parse(&pair.threads));
        let (found, expected) = (findings(&calls), findings(&threads));
        if expected.end.is_some() || found.end.is_some() {
            continue;
        }
        let text = || {
            let calls = cassay_ir::text::print_functions(&calls);
            format!("seed {seed}\n{}\n{calls}", pair.threads)
        };
        let claims =
            |found: &Findings| -> BTreeSet<ClaimId> { found.violations.keys().copied().collect() };
        assert_eq!(claims(&found), claims(&expected), "{}", text());
        let finals = |found: &Findings| -> BTreeSet<_> { found.finals.keys().cloned().collect() };
        assert_eq!(finals(&found), finals(&expected), "{}", text());
        compared += 1;
        violated += u32::from(!expected.violations.is_empty());
        many += u32::from(expected.finals.len() > 1);
    }
    let all = count() as u32;
    assert!(compared * 10 > all * 9, "{compared} of {all}");
    assert!(violated * 8 > all && many * 4 > all, "{violated} {many}");
}
