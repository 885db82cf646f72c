//! Random programs whose threads compute with a mutex held. Each variable has a mutex that protects it
//! mostly, sections end on several paths, and some threads do without.

use crate::locks::LIBRARY;
use std::fmt::Write;

const HELPERS: &str = "\
global @x: i32
global @y: i32
global @z: i32
global @c: [12 x i32]
fn bump(%0: ptr) -> void {
bb0:
  %1: i32 = load *%0 align 4
  store i32 and(add(%1, 1), 3) -> *%0 align 4
  return
}
fn pthread_cond_signal(%0: ptr) -> i32 model {
bb0:
  %1: i32 = load *%0 align 4
  return 0
}
";

const VARIABLES: [&str; 3] = ["@x", "@y", "@z"];

struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }
}

/// A random program.
pub fn text(seed: u64) -> String {
    let mut rng = Rng(seed ^ 0x0077_7777);
    let mut out = format!("{LIBRARY}{HELPERS}");
    let threads = 1 + rng.below(2);
    for thread in 1..=threads {
        let mut body = Body::new(&mut rng, 1);
        for _ in 0..1 + body.rng.below(2) {
            body.statement();
        }
        body.line("return null");
        let _ = writeln!(out, "fn t{thread}(%0: ptr) -> ptr {{\n{}}}", body.text);
    }
    let mut body = Body::new(&mut rng, 0);
    let mut numbers = Vec::new();
    for thread in 1..=threads {
        numbers.push(body.set("i32", &format!("spawn t{thread}(null)")));
    }
    for _ in 0..body.rng.below(3) {
        body.statement();
    }
    for number in numbers {
        if !body.rng.chance(4) {
            body.set("ptr", &format!("join {number}"));
        }
    }
    if body.rng.chance(2) {
        body.access(0);
    }
    body.line("return");
    let _ = writeln!(out, "fn main() -> void {{\n{}}}", body.text);
    out
}

struct Body<'r> {
    rng: &'r mut Rng,
    text: String,
    temps: u32,
    blocks: u32,
}

impl<'r> Body<'r> {
    fn new(rng: &'r mut Rng, params: u32) -> Self {
        Body {
            rng,
            text: String::from("bb0:\n"),
            temps: params,
            blocks: 1,
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn set(&mut self, ty: &str, value: &str) -> String {
        let temp = format!("%{}", self.temps);
        self.temps += 1;
        self.line(&format!("{temp}: {ty} = {value}"));
        temp
    }

    fn fresh(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks - 1
    }

    fn start(&mut self, block: u32) {
        let _ = writeln!(self.text, "bb{block}:");
    }

    /// A variable that belongs to a mutex, mostly.
    fn variable(&mut self, mutex: usize) -> &'static str {
        match self.rng.below(12) {
            0 => VARIABLES[self.rng.below(3) as usize],
            _ => VARIABLES[mutex],
        }
    }

    fn access(&mut self, mutex: usize) {
        let (name, value) = (self.variable(mutex), self.rng.below(3));
        match self.rng.below(8) {
            0 | 1 => self.line(&format!("store i32 {value} -> {name}")),
            2 => self.line(&format!("call bump(&{name})")),
            3 | 4 => {
                let old = self.set("i32", &format!("load {name}"));
                self.line(&format!("store i32 and(add({old}, 1), 3) -> {name}"));
            }
            5 => {
                let old = self.set("i32", &format!("load {name}"));
                let to = self.variable(mutex);
                self.line(&format!("store i32 {old} -> {to}"));
            }
            6 => {
                let seen = self.set("i32", &format!("load {name}"));
                self.line(&format!(
                    "assert ne({seen}, {value}) [assertion] \"a claim\""
                ));
            }
            _ => {
                let seen = self.set("i32", &format!("load {name}"));
                self.line(&format!("assume ne({seen}, {value})"));
            }
        }
    }

    fn lock(&mut self, mutex: usize) {
        self.set(
            "i32",
            &format!("call pthread_mutex_lock({})", MUTEXES[mutex]),
        );
    }

    fn unlock(&mut self, mutex: usize) {
        if self.rng.chance(30) {
            return;
        }
        self.set(
            "i32",
            &format!("call pthread_mutex_unlock({})", MUTEXES[mutex]),
        );
    }

    fn locked(&mut self) {
        let mutex = self.rng.below(2) as usize;
        if self.rng.chance(40) {
            self.set(
                "i32",
                &format!("call pthread_mutex_trylock({})", MUTEXES[mutex]),
            );
        } else {
            self.lock(mutex);
        }
        for _ in 0..1 + self.rng.below(2) {
            self.access(mutex);
        }
        match self.rng.below(8) {
            0 => {
                let other = 1 - mutex;
                self.lock(other);
                self.access(other);
                self.unlock(other);
                self.unlock(mutex);
            }
            1 | 2 => {
                // It ends on two paths.
                let seen = self.set("i32", &format!("load {}", VARIABLES[mutex]));
                let (a, b, after) = (self.fresh(), self.fresh(), self.fresh());
                self.line(&format!("if eq({seen}, 0) goto bb{a} else bb{b}"));
                for block in [a, b] {
                    self.start(block);
                    if self.rng.chance(2) {
                        self.access(mutex);
                    }
                    self.unlock(mutex);
                    self.line(&format!("goto bb{after}"));
                }
                self.start(after);
            }
            3 => {
                // One or two more.
                let (inside, after) = (self.fresh(), self.fresh());
                let more = self.set("i1", "havoc \"more\"");
                self.line(&format!("if {more} goto bb{inside} else bb{after}"));
                self.start(inside);
                self.access(mutex);
                self.line(&format!("goto bb{after}"));
                self.start(after);
                self.unlock(mutex);
            }
            4 => {
                self.set("i32", "call pthread_cond_signal(&@c)");
                self.unlock(mutex);
            }
            _ => self.unlock(mutex),
        }
    }

    /// What happens depends on whether another thread is in a section.
    fn tried(&mut self) {
        let mutex = self.rng.below(2) as usize;
        let got = self.set(
            "i32",
            &format!("call pthread_mutex_trylock({})", MUTEXES[mutex]),
        );
        let (inside, beside, after) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!("if eq({got}, 0) goto bb{inside} else bb{beside}"));
        self.start(inside);
        self.access(mutex);
        self.unlock(mutex);
        self.line(&format!("goto bb{after}"));
        self.start(beside);
        self.line("store i32 2 -> @z");
        self.line(&format!("goto bb{after}"));
        self.start(after);
    }

    fn statement(&mut self) {
        match self.rng.below(12) {
            0 => {
                // Some variables have no mutex.
                let value = self.rng.below(3);
                self.line(&format!("store i32 {value} -> @z"));
            }
            1 => {
                self.line("atomic_begin");
                self.access(2);
                self.access(2);
                self.line("atomic_end");
            }
            3 if self.rng.chance(3) => self.tried(),
            2 => {
                let which = self.rng.below(3) as usize;
                self.access(which);
            }
            _ => self.locked(),
        }
    }
}

const MUTEXES: [&str; 2] = ["&@m", "&@n"];
