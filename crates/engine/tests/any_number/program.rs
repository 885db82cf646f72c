//! Random programs that create any number of threads, and the same with a fixed number.
//!
//! A program has two shared variables of two bits each, a lock, a pointer to one of the variables and a
//! thread-local variable. `main` creates threads in a loop. Threads run a few statements, mostly with the
//! lock held or in atomic sections, and claim something about what they read.

use std::fmt::Write;

/// What a statement does.
#[derive(Clone, Debug)]
pub enum Act {
    Set(usize, u64),
    /// Sets a variable by a function that gets its address.
    Call(usize, u64),
    Copy(usize, usize),
    /// Adds one, modulo four.
    Add(usize),
    /// Keeps a value in a local variable, in a temporary or in a thread-local variable.
    Keep(Place, usize),
    Put(Place, usize),
    /// Sets a variable through the shared pointer.
    Behind(u64),
    Point(usize),
    Lock,
    Unlock,
    Atomic(Vec<Act>),
    If(usize, u64, Vec<Act>),
    Wait(usize, &'static str, u64),
    Assume(usize, &'static str, u64),
    Claim(usize, &'static str, u64),
    /// Two variables have the same value.
    Same(usize, usize),
    /// A variable has the value that was kept.
    Kept(Place, usize),
    /// The kept value has a relation to a constant.
    Own(Place, &'static str, u64),
    End,
}

/// Where a thread keeps a value.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Local,
    ThreadLocal,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What threads do.
    thread: Vec<Act>,
    /// Whether they do it again and again.
    repeats: bool,
    /// What a thread of another kind does, if one is created.
    single: Option<Vec<Act>>,
    before: Vec<Act>,
    /// What `main` does after each creation, and whether it waits for the thread.
    between: Vec<Act>,
    joins: bool,
    after: Vec<Act>,
    /// Whether the lock holds the number of its owner.
    numbered: bool,
}

/// A fixed sequence of numbers.
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    fn variable(&mut self) -> usize {
        self.below(2) as usize
    }

    fn relation(&mut self) -> &'static str {
        ["eq", "ne", "ult", "ule"][self.below(4) as usize]
    }

    fn place(&mut self) -> Place {
        match self.chance(3) {
            true => Place::ThreadLocal,
            false => Place::Local,
        }
    }

    /// A statement that changes something.
    fn change(&mut self) -> Act {
        let (variable, value) = (self.variable(), self.below(3));
        match self.below(16) {
            0..=4 => Act::Set(variable, value),
            5 => Act::Call(variable, value),
            6 => Act::Copy(variable, 1 - variable),
            7 | 8 => Act::Add(variable),
            9 | 10 => Act::Keep(self.place(), variable),
            11 => Act::Put(self.place(), variable),
            12 => Act::Behind(value),
            13 => Act::Point(variable),
            _ => Act::If(variable, value, vec![Act::Set(self.variable(), value)]),
        }
    }

    fn claim(&mut self) -> Act {
        let (variable, value) = (self.variable(), self.below(4));
        match self.below(8) {
            0..=3 => Act::Claim(variable, self.relation(), value),
            4 | 5 => Act::Same(0, 1),
            6 => Act::Kept(self.place(), variable),
            _ => Act::Own(self.place(), self.relation(), value),
        }
    }

    fn blocks(&mut self) -> Act {
        let (variable, value) = (self.variable(), self.below(2));
        let relation = if self.chance(4) { "ne" } else { "eq" };
        match self.chance(2) {
            true => Act::Wait(variable, relation, value),
            false => Act::Assume(variable, relation, value),
        }
    }

    fn some(&mut self, most: u64) -> Vec<Act> {
        let count = 1 + self.below(most);
        let mut acts = Vec::new();
        for _ in 0..count {
            acts.push(match self.below(8) {
                0 => self.claim(),
                1 => self.blocks(),
                _ => self.change(),
            });
        }
        acts
    }

    /// What a thread does.
    fn thread(&mut self) -> Vec<Act> {
        match self.below(8) {
            // A critical section.
            0..=2 => {
                let mut acts = vec![Act::Lock];
                acts.push(self.claim());
                acts.extend(self.some(2));
                acts.push(Act::Unlock);
                acts
            }
            // Two variables are equal outside of a critical section.
            3 => {
                let value = self.below(3);
                let mut acts = vec![Act::Lock, Act::Same(0, 1)];
                acts.extend([Act::Set(0, value), Act::Set(1, value), Act::Unlock]);
                acts
            }
            // A variable keeps its value as long as the lock is held.
            4 => {
                let (place, variable) = (self.place(), self.variable());
                let mut acts = vec![Act::Lock, Act::Keep(place, variable)];
                acts.extend([Act::Kept(place, variable), self.change(), Act::Unlock]);
                acts
            }
            // Atomic sections.
            5 | 6 => {
                let mut acts = Vec::new();
                for _ in 0..1 + self.below(2) {
                    let mut inside = Vec::new();
                    if self.chance(2) {
                        inside.push(self.blocks());
                    }
                    inside.extend(self.some(2));
                    if self.chance(2) {
                        inside.push(self.claim());
                    }
                    acts.push(Act::Atomic(inside));
                }
                acts
            }
            _ => {
                let mut acts = self.some(3);
                acts.push(self.claim());
                acts
            }
        }
    }

    /// A program.
    pub fn shape(&mut self) -> Shape {
        let few = |rng: &mut Rng, of: u64| match rng.chance(of) {
            true => rng.some(1),
            false => Vec::new(),
        };
        let mut shape = Shape {
            thread: self.thread(),
            repeats: self.chance(2),
            single: None,
            before: few(self, 4),
            between: few(self, 4),
            joins: self.chance(5),
            after: few(self, 3),
            numbered: self.chance(3),
        };
        if self.chance(5) {
            shape.single = Some(self.some(2));
        }
        if self.chance(8) {
            shape.thread.push(Act::End);
        }
        if self.chance(3) {
            shape.after.push(self.claim());
        }
        shape
    }

    /// A program that differs in one place.
    pub fn mutate(&mut self, shape: &Shape) -> Shape {
        let mut shape = shape.clone();
        let list = match self.below(8) {
            0 => &mut shape.after,
            1 => &mut shape.between,
            _ => &mut shape.thread,
        };
        let at = self.below(list.len().max(1) as u64) as usize;
        match self.below(6) {
            0 => list.insert(at, self.change()),
            1 => list.insert(at, self.claim()),
            2 => list.push(self.claim()),
            3 | 4 if !list.is_empty() => {
                // What was together is not any more, else it is missing.
                match list.remove(at) {
                    Act::Atomic(inside) | Act::If(_, _, inside) => {
                        list.splice(at..at, inside);
                    }
                    _ => {}
                }
            }
            _ => match list.get_mut(at) {
                Some(
                    Act::Set(_, value)
                    | Act::Call(_, value)
                    | Act::Claim(_, _, value)
                    | Act::Own(_, _, value)
                    | Act::Wait(_, _, value)
                    | Act::Assume(_, _, value)
                    | Act::Behind(value),
                ) => *value = (*value + 1) % 4,
                Some(Act::Atomic(inside) | Act::If(_, _, inside)) => {
                    let at = self.below(inside.len() as u64 + 1) as usize;
                    let act = if self.chance(2) {
                        self.change()
                    } else {
                        self.claim()
                    };
                    inside.insert(at, act);
                }
                Some(act) => *act = self.change(),
                None => list.push(self.change()),
            },
        }
        shape
    }
}

const GLOBALS: &str = "\
target 64
global @a: i8
global @b: i8
global @lock: i8
global @p: ptr = { 0: &@a }
global @t: i8 thread_local
global @__cassay_thread: i64 thread_local
fn sets(%0: ptr, %1: i8) -> void {
bb0:
  store i8 %1 -> *%0
  return
}
";

const VARIABLES: [&str; 2] = ["@a", "@b"];

impl Shape {
    /// The program; with a number of threads if that is given, else with any.
    pub fn text(&self, threads: Option<u64>) -> String {
        let mut out = String::from(GLOBALS);
        let mut body = Body::new(1, self.numbered);
        body.line("goto bb1");
        body.start(1);
        body.acts(&self.thread);
        match self.repeats {
            true => body.line("goto bb1"),
            false => body.line("return null"),
        }
        let _ = writeln!(out, "fn works(%0: ptr) -> ptr {{\n{}}}", body.finish());
        if let Some(acts) = &self.single {
            let mut body = Body::new(1, self.numbered);
            body.acts(acts);
            body.line("return null");
            let _ = writeln!(out, "fn single(%0: ptr) -> ptr {{\n{}}}", body.finish());
        }
        let mut body = Body::new(0, self.numbered);
        body.acts(&self.before);
        if self.single.is_some() {
            body.set("i32", "spawn single(null)");
        }
        match threads {
            Some(count) => {
                for _ in 0..count {
                    self.create(&mut body);
                }
            }
            None => {
                let (head, inside, after) = (body.fresh(), body.fresh(), body.fresh());
                body.line(&format!("goto bb{head}"));
                body.start(head);
                let more = body.set("i1", "havoc \"more\"");
                body.line(&format!("if {more} goto bb{inside} else bb{after}"));
                body.start(inside);
                self.create(&mut body);
                body.line(&format!("goto bb{head}"));
                body.start(after);
            }
        }
        body.acts(&self.after);
        body.line("return");
        let _ = writeln!(out, "fn main() -> void {{\n{}}}", body.finish());
        out
    }

    fn create(&self, body: &mut Body) {
        let number = body.set("i32", "spawn works(null)");
        body.acts(&self.between);
        if self.joins {
            body.set("ptr", &format!("join {number}"));
        }
    }
}

/// The body of a function that is written.
struct Body {
    text: String,
    temps: u32,
    blocks: u32,
    numbered: bool,
}

impl Body {
    fn new(params: u32, numbered: bool) -> Body {
        Body {
            text: String::from("  var own: i8\nbb0:\n  declare own\n  store i8 0 -> own\n"),
            temps: params,
            blocks: 2,
            numbered,
        }
    }

    /// The text, with blocks numbered in their order.
    fn finish(self) -> String {
        let lines = self.text.lines();
        let labels = lines.filter_map(|line| line.strip_suffix(':'));
        let labels: Vec<&str> = labels.filter(|line| line.starts_with("bb")).collect();
        let number = |word: &str| labels.iter().position(|label| *label == word);
        let renumbered = |line: &str| {
            let words = line
                .split(' ')
                .map(|word| match number(word.trim_end_matches(':')) {
                    Some(number) if word.ends_with(':') => format!("bb{number}:"),
                    Some(number) => format!("bb{number}"),
                    None => word.to_string(),
                });
            words.collect::<Vec<String>>().join(" ")
        };
        let lines: Vec<String> = self.text.lines().map(renumbered).collect();
        lines.join("\n") + "\n"
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn fresh(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks - 1
    }

    fn start(&mut self, block: u32) {
        let _ = writeln!(self.text, "bb{block}:");
    }

    /// A new temporary with a value.
    fn set(&mut self, ty: &str, value: &str) -> String {
        let temp = format!("%{}", self.temps);
        self.temps += 1;
        self.line(&format!("{temp}: {ty} = {value}"));
        temp
    }

    fn load(&mut self, variable: usize) -> String {
        self.set("i8", &format!("load {}", VARIABLES[variable]))
    }

    fn claim(&mut self, cond: &str) {
        self.line(&format!("assert {cond} [assertion] \"a claim\""));
    }

    fn acts(&mut self, acts: &[Act]) {
        for act in acts {
            self.act(act);
        }
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Set(to, value) => {
                self.line(&format!("store i8 {value} -> {}", VARIABLES[*to]));
            }
            Act::Call(to, value) => {
                self.line(&format!("call sets(&{}, {value}:i8)", VARIABLES[*to]));
            }
            Act::Copy(to, from) => {
                let value = self.load(*from);
                self.line(&format!("store i8 {value} -> {}", VARIABLES[*to]));
            }
            Act::Add(to) => {
                let value = self.load(*to);
                let next = format!("and(add({value}, 1), 3)");
                self.line(&format!("store i8 {next} -> {}", VARIABLES[*to]));
            }
            Act::Keep(place, from) => {
                let value = self.load(*from);
                self.line(&format!("store i8 {value} -> {}", place.name()));
            }
            Act::Put(place, to) => {
                let value = self.set("i8", &format!("load {}", place.name()));
                self.line(&format!("store i8 {value} -> {}", VARIABLES[*to]));
            }
            Act::Behind(value) => {
                let pointer = self.set("ptr", "load @p");
                self.line(&format!("store i8 {value} -> *{pointer}"));
            }
            Act::Point(to) => self.line(&format!("store ptr &{} -> @p", VARIABLES[*to])),
            Act::Lock => self.lock(),
            Act::Unlock => self.line("store i8 0 -> @lock"),
            Act::Atomic(inside) => {
                self.line("atomic_begin");
                self.acts(inside);
                self.line("atomic_end");
            }
            Act::If(variable, value, then) => self.branch(*variable, *value, then),
            Act::Wait(variable, relation, value) => {
                let seen = self.load(*variable);
                self.line(&format!("wait {relation}({seen}, {value})"));
            }
            Act::Assume(variable, relation, value) => {
                let seen = self.load(*variable);
                self.line(&format!("assume {relation}({seen}, {value})"));
            }
            Act::Claim(variable, relation, value) => {
                let seen = self.load(*variable);
                self.claim(&format!("{relation}({seen}, {value})"));
            }
            Act::Same(a, b) => {
                let (a, b) = (self.load(*a), self.load(*b));
                self.claim(&format!("eq({a}, {b})"));
            }
            Act::Kept(place, variable) => {
                let kept = self.set("i8", &format!("load {}", place.name()));
                let seen = self.load(*variable);
                self.claim(&format!("eq({kept}, {seen})"));
            }
            Act::Own(place, relation, value) => {
                let kept = self.set("i8", &format!("load {}", place.name()));
                self.claim(&format!("{relation}({kept}, {value})"));
            }
            Act::End => {
                self.line("end_thread null");
                let next = self.fresh();
                self.line(&format!("goto bb{next}"));
                self.start(next);
            }
        }
    }

    fn lock(&mut self) {
        self.line("atomic_begin");
        let held = self.set("i8", "load @lock");
        self.line(&format!("wait eq({held}, 0)"));
        if self.numbered {
            let own = self.set("i64", "load @__cassay_thread");
            self.line(&format!("store i8 add(trunc({own}, i8), 1) -> @lock"));
        } else {
            self.line("store i8 1 -> @lock");
        }
        self.line("atomic_end");
    }

    fn branch(&mut self, variable: usize, value: u64, then: &[Act]) {
        let seen = self.load(variable);
        let (inside, after) = (self.fresh(), self.fresh());
        self.line(&format!(
            "if eq({seen}, {value}) goto bb{inside} else bb{after}"
        ));
        self.start(inside);
        self.acts(then);
        self.line(&format!("goto bb{after}"));
        self.start(after);
    }
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Place::Local => "own",
            Place::ThreadLocal => "@t",
        }
    }
}
