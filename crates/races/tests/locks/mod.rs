//! Random programs with mutexes, read-write locks, pointers to objects with their own mutex, helper
//! functions, loops and threads that are joined by stored numbers. Locks are used well mostly.

use std::fmt::Write;

/// The locks, and functions that use them; everything may call them.
pub const LIBRARY: &str = "\
target 64
global @__cassay_thread: i64 thread_local model
global @m: [10 x i32]
global @n: [10 x i32]
global @r: [4 x i32]
global @s: [16 x i32]
global @t: [16 x i32]
global @a: i32
global @b: i32
global @p: ptr = { 0: &@s }
global @id: i32
fn pthread_mutex_init(%0: ptr, %1: ptr) -> i32 model {
bb0:
  store i32 0 -> *ptradd(%0, 8) align 4
  return 0
}
fn pthread_mutex_lock(%0: ptr) -> i32 model {
bb0:
  atomic_begin
  %1: i32 = load *ptradd(%0, 8) align 4
  wait eq(%1, 0)
  %2: i64 = load @__cassay_thread
  %3: i32 = add(trunc(%2, i32), 1)
  store i32 %3 -> *ptradd(%0, 8) align 4
  atomic_end
  return 0
}
fn pthread_mutex_trylock(%0: ptr) -> i32 model {
bb0:
  atomic_begin
  %1: i32 = load *ptradd(%0, 8) align 4
  if eq(%1, 0) goto bb1 else bb2
bb1:
  %2: i64 = load @__cassay_thread
  %3: i32 = add(trunc(%2, i32), 1)
  store i32 %3 -> *ptradd(%0, 8) align 4
  atomic_end
  return 0
bb2:
  atomic_end
  return 16
}
fn pthread_mutex_unlock(%0: ptr) -> i32 model {
bb0:
  atomic_begin
  store i32 0 -> *ptradd(%0, 8) align 4
  atomic_end
  return 0
}
fn pthread_rwlock_rdlock(%0: ptr) -> i32 model {
bb0:
  atomic_begin
  %1: i32 = load *ptradd(%0, 4) align 4
  %2: i64 = load @__cassay_thread
  %3: i32 = add(trunc(%2, i32), 1)
  if eq(%1, %3) goto bb1 else bb2
bb1:
  atomic_end
  return 35
bb2:
  wait eq(%1, 0)
  %4: i32 = load *%0 align 4
  store i32 add(%4, 1) -> *%0 align 4
  atomic_end
  return 0
}
fn pthread_rwlock_wrlock(%0: ptr) -> i32 model {
bb0:
  atomic_begin
  %1: i32 = load *ptradd(%0, 4) align 4
  %2: i64 = load @__cassay_thread
  %3: i32 = add(trunc(%2, i32), 1)
  if eq(%1, %3) goto bb1 else bb2
bb1:
  atomic_end
  return 35
bb2:
  %4: i32 = load *%0 align 4
  wait eq(or(%1, %4), 0)
  store i32 %3 -> *ptradd(%0, 4) align 4
  atomic_end
  return 0
}
fn pthread_rwlock_unlock(%0: ptr) -> i32 model {
bb0:
  atomic_begin
  %1: i32 = load *ptradd(%0, 4) align 4
  if eq(%1, 0) goto bb1 else bb2
bb1:
  %2: i32 = load *%0 align 4
  store i32 sub(%2, 1) -> *%0 align 4
  atomic_end
  return 0
bb2:
  store i32 0 -> *ptradd(%0, 4) align 4
  atomic_end
  return 0
}
fn update(%0: ptr) -> void {
  var q: ptr
bb0:
  declare q
  store ptr %0 -> q
  %1: ptr = load q
  %2: i32 = call pthread_mutex_lock(%1)
  %3: ptr = load q
  store i32 1 -> *ptradd(%3, 24) align 4
  %4: ptr = load q
  %5: i32 = call pthread_mutex_unlock(%4)
  return
}
fn lock_it(%0: ptr) -> void {
bb0:
  %1: i32 = call pthread_mutex_lock(%0)
  return
}
";

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
    let mut rng = Rng(seed ^ 0x5555);
    let mut out = String::from(LIBRARY);
    let threads = 1 + rng.below(2);
    for thread in 1..=threads {
        let mut body = Body::new(&mut rng, 1);
        for _ in 0..1 + body.rng.below(3) {
            body.statement();
        }
        let text = body.finish("return null");
        let _ = writeln!(out, "fn t{thread}(%0: ptr) -> ptr {{\n{text}}}");
    }
    let mut body = Body::new(&mut rng, 0);
    body.main(threads);
    let text = body.finish("return");
    let _ = writeln!(out, "fn main() -> void {{\n{text}}}");
    out
}

struct Body<'r> {
    rng: &'r mut Rng,
    text: String,
    temps: u32,
    blocks: u32,
    /// Whether there is an argument.
    argument: bool,
}

impl<'r> Body<'r> {
    fn new(rng: &'r mut Rng, params: u32) -> Self {
        let text = "  var q: ptr\n  var own: i32 address_taken\n  var number: i32\n  var got: i32\nbb0:\n  declare q\n  declare own\n  declare number\n  declare got\n  store i32 0 -> own\n  store i32 0 -> got\n  store ptr &@s -> q\n";
        let mut body = Body {
            rng,
            text: String::from(text),
            temps: params,
            blocks: 1,
            argument: params > 0,
        };
        if params > 0 {
            body.line("store ptr %0 -> q");
        }
        body
    }

    fn finish(mut self, last: &str) -> String {
        self.line(last);
        self.text
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

    /// An address of an object with a mutex at its start.
    fn object(&mut self) -> String {
        match self.rng.below(6) {
            0 => "&@t".into(),
            1 => self.set("ptr", "load @p"),
            2 | 3 => self.set("ptr", "load q"),
            4 if self.argument => "%0".into(),
            _ => "&@s".into(),
        }
    }

    fn mutex(&mut self) -> String {
        match self.rng.below(5) {
            0 => "&@n".into(),
            1 => self.object(),
            _ => "&@m".into(),
        }
    }

    fn access(&mut self) {
        let write = self.rng.below(3) > 0;
        let place = match self.rng.below(7) {
            0 | 1 => "@a".to_string(),
            2 => "@b".to_string(),
            3 => "own".to_string(),
            _ => {
                let at = 24 + 4 * self.rng.below(2);
                let object = self.object();
                format!("*ptradd({object}, {at}) align 4")
            }
        };
        if write {
            let value = self.rng.below(2);
            self.line(&format!("store i32 {value} -> {place}"));
        } else {
            self.set("i32", &format!("load {place}"));
        }
    }

    fn call(&mut self, function: &str, lock: &str) -> String {
        self.set("i32", &format!("call {function}({lock})"))
    }

    fn locked(&mut self) {
        let mutex = self.mutex();
        match self.rng.below(4) {
            0 => self.line(&format!("call lock_it({mutex})")),
            _ => {
                self.call("pthread_mutex_lock", &mutex);
            }
        }
        for _ in 0..1 + self.rng.below(2) {
            self.access();
        }
        let released = match self.rng.below(12) {
            0 => self.mutex(),
            _ => mutex,
        };
        if !self.rng.chance(16) {
            self.call("pthread_mutex_unlock", &released);
        }
    }

    fn tried(&mut self) {
        let mutex = self.mutex();
        let result = self.call("pthread_mutex_trylock", &mutex);
        self.line(&format!("store i32 {result} -> got"));
        let again = self.set("i32", "load got");
        let cond = match self.rng.below(6) {
            0 => format!("ne({again}, 0)"),
            _ => format!("eq({again}, 0)"),
        };
        let (inside, after) = (self.blocks, self.blocks + 1);
        self.blocks += 2;
        self.line(&format!("if {cond} goto bb{inside} else bb{after}"));
        let _ = writeln!(self.text, "bb{inside}:");
        self.access();
        if !self.rng.chance(8) {
            self.call("pthread_mutex_unlock", &mutex);
        }
        self.line(&format!("goto bb{after}"));
        let _ = writeln!(self.text, "bb{after}:");
        if self.rng.chance(3) {
            self.looked_at_again();
        }
    }

    /// An access where an attempt to take a lock succeeded, which may have been released since.
    fn looked_at_again(&mut self) {
        let again = self.set("i32", "load got");
        let (inside, after) = (self.blocks, self.blocks + 1);
        self.blocks += 2;
        self.line(&format!("if eq({again}, 0) goto bb{inside} else bb{after}"));
        let _ = writeln!(self.text, "bb{inside}:");
        self.access();
        self.line(&format!("goto bb{after}"));
        let _ = writeln!(self.text, "bb{after}:");
    }

    fn read_or_write(&mut self) {
        let take = match self.rng.below(2) {
            0 => "pthread_rwlock_rdlock",
            _ => "pthread_rwlock_wrlock",
        };
        self.call(take, "&@r");
        self.access();
        self.call("pthread_rwlock_unlock", "&@r");
    }

    fn repeated(&mut self) {
        let (inside, after) = (self.blocks, self.blocks + 1);
        self.blocks += 2;
        self.line(&format!("goto bb{inside}"));
        let _ = writeln!(self.text, "bb{inside}:");
        match self.rng.below(2) {
            0 => self.locked(),
            _ => self.read_or_write(),
        }
        let again = self.set("i1", "havoc \"again\"");
        self.line(&format!("if {again} goto bb{inside} else bb{after}"));
        let _ = writeln!(self.text, "bb{after}:");
    }

    fn statement(&mut self) {
        match self.rng.below(16) {
            0 => self.access(),
            1..=5 => self.locked(),
            6 | 7 => self.tried(),
            8 => self.read_or_write(),
            9 => self.repeated(),
            10 | 11 => {
                let object = self.object();
                self.line(&format!("call update({object})"));
            }
            12 => {
                let object = self.object();
                self.line(&format!("store ptr {object} -> q"));
            }
            13 => {
                self.line("atomic_begin");
                self.access();
                self.line("atomic_end");
            }
            14 if self.rng.chance(3) => {
                let object = self.object();
                self.line(&format!("store ptr {object} -> @p"));
            }
            14 => {
                let mutex = self.mutex();
                self.set("i32", &format!("call pthread_mutex_init({mutex}, null)"));
            }
            _ => {
                let value = self.set("i32", "load atomic seq_cst @b");
                self.line(&format!("store atomic seq_cst i32 {value} -> @b"));
            }
        }
    }

    /// Starts a thread; whether its number is in the variable `number` then.
    fn start(&mut self, thread: u64) -> Option<String> {
        let argument = match self.rng.below(5) {
            0 => "&@t".to_string(),
            1 => "&own".to_string(),
            2 => self.set("ptr", "load q"),
            _ => "&@s".to_string(),
        };
        // An object without room for a mutex is only given to threads that do not look at it.
        let argument = if argument == "&own" {
            "&@t".into()
        } else {
            argument
        };
        let number = self.set("i32", &format!("spawn t{thread}({argument})"));
        match self.rng.below(4) {
            0 => {
                self.line(&format!("store i32 {number} -> @id"));
                Some("@id".into())
            }
            1 => Some(number),
            _ => {
                self.line(&format!("store i32 {number} -> number"));
                Some("number".into())
            }
        }
    }

    fn main(&mut self, threads: u64) {
        let mut started = Vec::new();
        for thread in 1..=threads {
            for _ in 0..self.rng.below(2) {
                self.statement();
            }
            let which = if self.rng.chance(5) { 1 } else { thread };
            let number = self.start(which);
            if self.rng.chance(3) {
                self.join(number);
            } else {
                started.push(number);
            }
        }
        if self.rng.chance(30) {
            self.start_often();
        }
        for _ in 0..self.rng.below(3) {
            self.statement();
        }
        for number in started {
            if !self.rng.chance(5) {
                self.join(number);
            }
        }
        for _ in 0..1 + self.rng.below(2) {
            self.statement();
        }
    }

    /// Starts threads in a loop, which may wait for each or not.
    fn start_often(&mut self) {
        let (inside, after) = (self.blocks, self.blocks + 1);
        self.blocks += 2;
        self.line(&format!("goto bb{inside}"));
        let _ = writeln!(self.text, "bb{inside}:");
        let number = self.start(1);
        if self.rng.chance(2) {
            self.join(number);
        }
        let again = self.set("i1", "havoc \"again\"");
        self.line(&format!("if {again} goto bb{inside} else bb{after}"));
        let _ = writeln!(self.text, "bb{after}:");
    }

    fn join(&mut self, number: Option<String>) {
        let number = number.unwrap_or_else(|| "number".into());
        let value = match number.starts_with('%') {
            true => number,
            false => self.set("i32", &format!("load {number}")),
        };
        self.set("ptr", &format!("join {value}"));
    }
}
