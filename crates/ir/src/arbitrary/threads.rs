//! Random programs with threads.
//!
//! A program has up to three threads beside `main`, shared variables, a shared pointer to one of them,
//! a small array, two locks made of atomic sections that wait, and claims about shared values. Every
//! thread ends, waits for ever or is excluded by an assumption: there are no loops. Functions call
//! nothing, and local variables have no address. Those for memory models that delay stores consist mostly of
//! stores and loads that can be delayed, fences, and claims about several loads.

use super::Rng;
use crate::program::Program;
use std::fmt::Write;

/// The shared variables of the type `i32`.
const SHARED: [&str; 3] = ["@a", "@b", "@c"];

/// A random program in which each thread has up to `size` statements of the source; `main` takes nothing
/// and returns nothing.
pub fn threads(seed: u64, size: u64) -> Program {
    let text = threads_text(seed, size);
    match crate::text::parse(&text) {
        Ok(program) => program,
        Err(error) => unreachable!("a generated program reads: {error:?}\n{text}"),
    }
}

/// The same as text.
pub fn threads_text(seed: u64, size: u64) -> String {
    text(seed, size, Taste::Any)
}

/// What a random program is mostly about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taste {
    Any,
    /// The order of locks is claimed.
    LockOrder,
    /// Stores and loads that can be delayed are preferred.
    Delays,
}

/// The same with claims about the order of locks, and no others.
pub fn lock_order_text(seed: u64, size: u64) -> String {
    let text = text(seed, size, Taste::LockOrder);
    let lines = text.lines();
    let kept = lines.filter(|line| !line.contains("[assertion]"));
    kept.map(|line| format!("{line}\n")).collect()
}

/// A random program, as text, that can behave differently where stores are delayed.
pub fn delaying_threads_text(seed: u64, size: u64) -> String {
    text(seed, size, Taste::Delays)
}

fn text(seed: u64, size: u64, taste: Taste) -> String {
    let mut rng = Rng::new(seed);
    let count = 1 + rng.below(3);
    let mut out = String::from("target 64\n");
    for name in SHARED {
        let _ = writeln!(out, "global {name}: i32");
    }
    out.push_str("global @p: ptr = { 0: &@a }\nglobal @two: [2 x i32]\nglobal @lock: i32\n");
    out.push_str("global @other: i32\nglobal @__cassay_thread: i64 thread_local\n");
    let mut claims = 0;
    for thread in 1..=count {
        let mut body = Body::new(&mut rng, 1, claims, taste);
        let most = 1 + body.rng.below(size);
        for _ in 0..most {
            body.statement();
        }
        claims = body.claims;
        let text = body.finish("return %0");
        let _ = writeln!(out, "fn t{thread}(%0: ptr) -> ptr {{\n{text}}}");
    }
    let mut body = Body::new(&mut rng, 0, claims, taste);
    body.main(count, size);
    let text = body.finish("return");
    let _ = writeln!(out, "fn main() -> void {{\n{text}}}");
    out
}

/// The body of a function that is written.
struct Body<'r> {
    rng: &'r mut Rng,
    text: String,
    temps: u32,
    blocks: u32,
    claims: u32,
    taste: Taste,
}

impl<'r> Body<'r> {
    fn new(rng: &'r mut Rng, params: u32, claims: u32, taste: Taste) -> Self {
        Body {
            rng,
            text: String::from("  var own: i32\nbb0:\n  declare own\n  store i32 0 -> own\n"),
            temps: params,
            blocks: 1,
            claims,
            taste,
        }
    }

    fn finish(mut self, last: &str) -> String {
        self.line(last);
        self.text
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    /// A new temporary with a value.
    fn set(&mut self, ty: &str, value: &str) -> String {
        let temp = format!("%{}", self.temps);
        self.temps += 1;
        self.line(&format!("{temp}: {ty} = {value}"));
        temp
    }

    /// The text of everything, then the start of a new block that `then` leads to and falls through to.
    fn branch(&mut self, cond: &str, then: &str) {
        let (inside, after) = (self.blocks, self.blocks + 1);
        self.blocks += 2;
        self.line(&format!("if {cond} goto bb{inside} else bb{after}"));
        let _ = writeln!(self.text, "bb{inside}:");
        self.line(then);
        self.line(&format!("goto bb{after}"));
        let _ = writeln!(self.text, "bb{after}:");
    }

    fn shared(&mut self) -> &'static str {
        SHARED[self.rng.below(SHARED.len() as u64) as usize]
    }

    fn small(&mut self) -> u64 {
        self.rng.below(3)
    }

    /// Adds one to a variable by a load and a store.
    fn add(&mut self, name: &str) {
        let old = self.set("i32", &format!("load {name}"));
        self.line(&format!("store i32 add({old}, 1) -> {name}"));
    }

    fn claim(&mut self) {
        let (name, value) = (self.shared(), self.small());
        let seen = self.set("i32", &format!("load {name}"));
        let number = self.claims;
        self.claims += 1;
        self.line(&format!(
            "assert #{number} ne({seen}, {value}) [assertion] \"claim {number}\""
        ));
    }

    /// A claim that two loads in a row do not both find a value.
    fn claim_two(&mut self) {
        let mut parts = Vec::new();
        for _ in 0..2 {
            let (name, value) = (self.shared(), self.small());
            let seen = self.set("i32", &format!("load {name}"));
            parts.push(format!("ne({seen}, {value})"));
        }
        let number = self.claims;
        self.claims += 1;
        self.line(&format!(
            "assert #{number} or({}, {}) [assertion] \"claim {number}\"",
            parts[0], parts[1]
        ));
    }

    /// A statement that has to do with delayed stores.
    fn delaying(&mut self) {
        let (name, other) = (self.shared(), self.shared());
        let value = self.rng.below(2) + 1;
        match self.rng.below(16) {
            0..=3 => self.line(&format!("store i32 {value} -> {name}")),
            4 => self.line(&format!("store atomic relaxed i32 {value} -> {name}")),
            5 => self.line(&format!("store atomic release i32 {value} -> {name}")),
            6 => self.line("fence seq_cst"),
            7 => self.line("fence release"),
            8 => {
                // A store, and loads of it and of another variable.
                self.line(&format!("store i32 {value} -> {name}"));
                let seen = self.set("i32", &format!("load {name}"));
                let old = self.set("i32", &format!("load {other}"));
                self.line(&format!("store i32 add({seen}, {old}) -> {other}"));
            }
            9 => {
                self.line(&format!("store i32 {value} -> {name}"));
                let old = self.set("i32", &format!("load {other}"));
                self.line(&format!("store i32 {old} -> own"));
            }
            10 => {
                // Both elements of the array at once.
                let both = value << 32 | self.small();
                self.line(&format!("store i64 {both} -> @two"));
            }
            11 => {
                let offset = 4 * self.rng.below(2);
                let seen = self.set("i32", &format!("load *ptradd(&@two, {offset}:i64) align 4"));
                self.line(&format!("store i32 {seen} -> {name}"));
            }
            12..=14 => self.claim_two(),
            _ => self.claim(),
        }
    }

    fn statement(&mut self) {
        if self.taste == Taste::Delays && self.rng.chance(3, 4) {
            return self.delaying();
        }
        let (name, value) = (self.shared(), self.small());
        match self.rng.below(16) {
            0 => self.line(&format!("store i32 {value} -> {name}")),
            1 | 2 => self.add(name),
            3 => {
                let other = self.shared();
                self.line("atomic_begin");
                self.add(name);
                self.add(other);
                self.line("atomic_end");
            }
            4 => {
                self.line("atomic_begin");
                let old = self.set("i32", &format!("load atomic seq_cst {name}"));
                let new = self.small();
                let next = format!("select(eq({old}, {value}), {new}, {old})");
                self.line(&format!("store atomic seq_cst i32 {next} -> {name}"));
                self.line("atomic_end");
            }
            5 => {
                let pointer = self.set("ptr", "load @p");
                self.line(&format!("store i32 {value} -> *{pointer} align 4"));
            }
            6 => self.line(&format!("store ptr &{name} -> @p")),
            7 => {
                let index = self.set("i32", &format!("load {name}"));
                let offset = format!("mul(zext(and({index}, 1), i64), 4)");
                self.line(&format!(
                    "store i32 {value} -> *ptradd(&@two, {offset}) align 4"
                ));
            }
            8 | 9 => self.claim(),
            10 => self.locked(name, &["@lock"]),
            14 => self.locked(name, &["@lock", "@other"]),
            15 => self.locked(name, &["@other", "@lock"]),
            11 => {
                let seen = self.set("i32", &format!("load {name}"));
                self.line(&format!("store i32 add({seen}, {value}) -> own"));
                let own = self.set("i32", "load own");
                self.line(&format!("store i32 {own} -> {name}"));
            }
            12 => {
                let seen = self.set("i32", &format!("load {name}"));
                let other = self.shared();
                if self.rng.chance(1, 3) {
                    self.line(&format!("assume ne({seen}, {value})"));
                } else {
                    self.branch(
                        &format!("eq({seen}, {value})"),
                        &format!("store i32 2 -> {other}"),
                    );
                }
            }
            _ => {
                self.line("atomic_begin");
                let seen = self.set("i32", &format!("load {name}"));
                self.line(&format!("wait ne({seen}, {value})"));
                self.add(name);
                self.line("atomic_end");
            }
        }
    }

    /// Adds one to a variable while holding locks; at times one of them is never released.
    fn locked(&mut self, name: &str, locks: &[&str]) {
        for lock in locks {
            self.line("atomic_begin");
            let held = self.set("i32", &format!("load {lock}"));
            self.line(&format!("wait eq({held}, 0) by {held}"));
            if self.taste == Taste::LockOrder {
                let number = self.claims;
                self.claims += 1;
                self.line(&format!(
                    "assert #{number} in_order(&{lock}, 2) [lock-order] \"order {number}\""
                ));
                self.line(&format!("hold &{lock}, 2"));
            }
            let own = self.set("i64", "load @__cassay_thread");
            let own = format!("add(trunc({own}, i32), 1)");
            self.line(&format!("store i32 {own} -> {lock}"));
            self.line("atomic_end");
        }
        self.add(name);
        for lock in locks {
            if !self.rng.chance(1, 12) {
                if self.taste == Taste::LockOrder {
                    self.line(&format!("hold &{lock}, 0"));
                }
                self.line(&format!("store atomic seq_cst i32 0 -> {lock}"));
            }
        }
    }

    fn main(&mut self, count: u64, size: u64) {
        let mut started = Vec::new();
        for thread in 1..=count {
            if thread > 1 && self.rng.chance(1, 4) {
                let wanted = self.set("i1", "havoc \"wanted\"");
                let number = self.temps;
                self.temps += 1;
                let start = format!("%{number}: i32 = spawn t{thread}(null)");
                self.branch(&wanted, &start);
            } else {
                started.push(self.set("i32", &format!("spawn t{thread}(null)")));
            }
        }
        for _ in 0..self.rng.below(size.div_ceil(2) + 1) {
            self.statement();
        }
        for thread in started {
            if self.rng.chance(4, 5) {
                self.set("ptr", &format!("join {thread}"));
            }
        }
        self.claim();
    }
}
