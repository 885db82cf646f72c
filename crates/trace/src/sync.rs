//! States and ends of executions that are about the order of threads: creation, locks, races, deadlocks.

use crate::collect::Collector;
use crate::objects::Names;
use crate::step::{Origin, StepKind, Target};
use crate::threads::{Argument, Doing, Done, Holding, WaitsIn};
use crate::value::PointerNames;
use cassay_interp::{Access, Base, Context, Memory, Site, Value, Waiter, WaitsFor};
use cassay_ir::sharing::orders_threads;
use cassay_ir::{CTypeTable, FuncId};

impl Collector<'_> {
    /// A thread was created.
    pub(crate) fn spawned(&mut self, thread: u32, callee: FuncId, site: Site) {
        let entry = crate::function_name(self.program, callee);
        let target = Target::Thread(thread, entry);
        self.push(site, StepKind::Create, target, None, Origin::Program);
    }

    /// A function was entered: what its first argument points to matters if it orders threads.
    pub(crate) fn entered(&mut self, callee: FuncId, args: &[Value], memory: &Memory) {
        let function = self.program.functions.get(callee);
        if let Some(Value::Pointer(pointer)) = args.first()
            && let Base::Object(object) = pointer.base
            && function.is_some_and(orders_threads)
        {
            let names = Names {
                program: self.program,
                memory,
                objects: &self.objects,
            };
            let text = names.pointer(*pointer, CTypeTable::UNKNOWN).into();
            let address = (object, pointer.offset);
            self.threads.got(self.thread, Argument { address, text });
        }
    }

    /// A function has returned that may have ordered threads.
    pub(crate) fn synchronised(&mut self, value: Option<&Value>, context: &Context<'_>) {
        let Some((done, site)) = self.threads.returned(value, context) else {
            return;
        };
        let (kind, target) = match done {
            Done::Locked(lock) => {
                let target = Target::Lock(lock.text.clone());
                let span = site.span;
                self.threads.hold(self.thread, Holding { lock, span });
                (StepKind::Lock, target)
            }
            Done::Unlocked(lock) => (StepKind::Unlock, Target::Lock(lock.text)),
            Done::Other(function, argument) => {
                let argument = argument.map(|argument| argument.text.to_string());
                let target = Target::Sync(function, argument.unwrap_or_default());
                (StepKind::Sync, target)
            }
        };
        self.push(site, kind, target, None, Origin::Program);
    }

    /// Two accesses race.
    pub(crate) fn raced(&mut self, own: Access, other: Access, memory: &Memory) {
        let position = |access: Access| {
            let doing = Doing::Accesses {
                writes: access.writes,
                what: self.accessed(memory, &access),
                bytes: access.len,
            };
            self.threads.position(access.thread, access.at, doing)
        };
        self.positions = vec![position(own), position(other)];
    }

    /// No thread can go on. Those that do not wait for others to end come first.
    pub(crate) fn deadlocked(&mut self, waiters: &[Waiter]) {
        let mut waiters = waiters.to_vec();
        let joins = |waiter: &Waiter| matches!(waiter.what, WaitsFor::Thread(_));
        waiters.sort_by_key(|waiter| (joins(waiter), waiter.thread));
        let positions = waiters.iter().map(|waiter| {
            let doing = match (waiter.what, self.threads.waits_in(waiter.thread)) {
                (WaitsFor::Thread(thread), _) => Doing::WaitsForThread(thread),
                (
                    WaitsFor::Condition | WaitsFor::Holder(_),
                    Some(WaitsIn {
                        lock: Some(lock), ..
                    }),
                ) => Doing::WaitsForLock {
                    holders: self.threads.holders(lock.address),
                    lock: lock.text.to_string(),
                },
                (WaitsFor::Condition | WaitsFor::Holder(_), Some(waits)) => {
                    let argument = waits.argument.map(|argument| argument.text);
                    let argument = argument.as_deref().unwrap_or_default();
                    Doing::WaitsIn(format!("{}({argument})", waits.function))
                }
                (WaitsFor::Condition | WaitsFor::Holder(_), None) => Doing::WaitsIn(String::new()),
            };
            self.threads.position(waiter.thread, waiter.at, doing)
        });
        self.positions = positions.collect();
    }
}
