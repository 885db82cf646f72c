//! The only module with `unsafe`: a safe interface to Bitwuzla's C interface.
//!
//! Invariants that make the interface safe:
//! - An [`Engine`] owns one term manager and one solver and deletes both when dropped. Nothing of
//!   Bitwuzla's is reference counted by us: handles live as long as their engine.
//! - Terms and sorts are handed out as positions in tables of the engine, never as pointers. A
//!   handle of another engine can name a wrong term but never freed memory.
//! - Bitwuzla reports misuse (sort mismatch, wrong arity) through a callback. Ours records the
//!   message in thread-local storage and returns; the interrupted call yields null, which becomes
//!   an [`EngineError`]. An engine stays on the thread that made it (raw pointers are not `Send`).
//! - Strings returned by Bitwuzla live in buffers that the next call reuses, so they are copied at
//!   once.
#![allow(unsafe_code)]

#[cfg(test)]
mod tests;
mod value;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::NonNull;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use bitwuzla_sys as sys;
use cassay_base::Stop;

pub use sys::BitwuzlaKind as Kind;
pub use value::Value;

unsafe extern "C" {
    // Missing in the bindings.
    fn bitwuzla_get_statistics(
        bitwuzla: *mut sys::Bitwuzla,
        keys: *mut *const *const c_char,
        values: *mut *const *const c_char,
        size: *mut usize,
    );
}

/// The message of Bitwuzla about a call that it refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Bitwuzla: {0}")]
pub struct EngineError(pub String);

/// A term of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(u32);

/// A sort of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SortHandle(u32);

/// The answer of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A model exists and can be asked for values.
    Sat,
    /// No model exists.
    Unsat,
    /// Interrupted, or a limit was reached.
    Unknown,
}

/// The settings of an engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether failed assumptions will be asked for. Costs three of Bitwuzla's preprocessing passes.
    pub cores: bool,
    /// Seed of the random number generator.
    pub seed: u32,
}

/// One Bitwuzla instance with its own term manager.
pub struct Engine {
    manager: NonNull<sys::BitwuzlaTermManager>,
    solver: NonNull<sys::Bitwuzla>,
    terms: Vec<sys::BitwuzlaTerm>,
    sorts: Vec<sys::BitwuzlaSort>,
    /// Owned, and at a fixed address because the termination callback reads it during a check.
    limits: NonNull<Limits>,
}

/// The conditions that end a check early.
struct Limits {
    stop: Stop,
    /// The number of polls that a check may make.
    effort: Option<u64>,
    /// The number of polls of the present check. Atomic, because the callback shares it with us.
    polls: AtomicU64,
}

impl Limits {
    fn is_spent(&self) -> bool {
        let polls = self.polls.load(Ordering::Relaxed);
        self.effort.is_some_and(|effort| polls > effort)
    }
}

unsafe extern "C" {
    /// Defined in `cpp/quiet.cpp`.
    safe fn cassay_bitwuzla_silence_output();
}

thread_local! {
    static COMPLAINT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Called by Bitwuzla on misuse, on the calling thread. It must not unwind and does not.
unsafe extern "C" fn record_complaint(message: *const c_char) {
    // SAFETY: Bitwuzla passes a terminated string that lives for the duration of the call.
    let text = unsafe { copy_string(message) };
    COMPLAINT.with(|cell| {
        if let Ok(mut slot) = cell.try_borrow_mut() {
            slot.get_or_insert(text);
        }
    });
}

/// Polled by Bitwuzla and its SAT solver during a check.
unsafe extern "C" fn poll_stop(state: *mut c_void) -> i32 {
    // SAFETY: `state` is the engine's own, which outlives the solver that polls it.
    let limits = unsafe { &*state.cast::<Limits>() };
    limits.polls.fetch_add(1, Ordering::Relaxed);
    i32::from(limits.stop.is_raised() || limits.is_spent())
}

/// # Safety
/// `text` is null or points to a terminated string.
unsafe fn copy_string(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: by the contract of this function.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .trim()
        .to_string()
}

fn complaint() -> Option<EngineError> {
    COMPLAINT
        .with(|cell| cell.borrow_mut().take())
        .map(EngineError)
}

fn refused() -> EngineError {
    complaint().unwrap_or_else(|| EngineError("call returned nothing".to_string()))
}

/// The outcome of a call that returns no handle.
fn accepted() -> Result<(), EngineError> {
    complaint().map_or(Ok(()), Err)
}

impl Engine {
    /// An engine that ends a check soon after `stop` is raised.
    pub fn new(options: &Options, stop: Stop) -> Result<Self, EngineError> {
        static SILENCE: Once = Once::new();
        SILENCE.call_once(|| cassay_bitwuzla_silence_output());
        // SAFETY: constructors take no pointers of ours but the token, which the engine keeps alive
        // until after `bitwuzla_delete`; options are copied by `bitwuzla_new` and deleted once.
        unsafe {
            sys::bitwuzla_set_abort_callback(Some(record_complaint));
            let manager = NonNull::new(sys::bitwuzla_term_manager_new()).ok_or_else(refused)?;
            let settings = sys::bitwuzla_options_new();
            for (option, value) in [
                (sys::BITWUZLA_OPT_PRODUCE_MODELS, 1),
                (
                    sys::BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS,
                    u64::from(options.cores),
                ),
                (sys::BITWUZLA_OPT_SEED, u64::from(options.seed)),
            ] {
                sys::bitwuzla_set_option(settings, option, value);
            }
            let solver = NonNull::new(sys::bitwuzla_new(manager.as_ptr(), settings));
            sys::bitwuzla_options_delete(settings);
            let Some(solver) = solver else {
                sys::bitwuzla_term_manager_delete(manager.as_ptr());
                return Err(refused());
            };
            let limits = Limits {
                stop,
                effort: None,
                polls: AtomicU64::new(0),
            };
            let limits = NonNull::from(Box::leak(Box::new(limits)));
            let state = limits.as_ptr().cast::<c_void>();
            sys::bitwuzla_set_termination_callback(solver.as_ptr(), Some(poll_stop), state);
            let engine = Engine {
                manager,
                solver,
                terms: Vec::new(),
                sorts: Vec::new(),
                limits,
            };
            accepted().map(|()| engine)
        }
    }

    /// The token that interrupts a check.
    pub fn stop(&self) -> &Stop {
        // SAFETY: owned and alive; only what borrows the engine mutably writes it.
        unsafe { &self.limits.as_ref().stop }
    }

    /// Replaces the token. The solver keeps polling the same place.
    pub fn set_stop(&mut self, stop: Stop) {
        // SAFETY: owned and alive, and no check is running that could read it: checks borrow the
        // engine mutably as well.
        unsafe { self.limits.as_mut().stop = stop };
    }

    /// Replaces the number of polls that a check may make.
    pub fn set_effort(&mut self, polls: Option<u64>) {
        // SAFETY: as for `set_stop`.
        unsafe { self.limits.as_mut().effort = polls };
    }

    /// Whether the last check exceeded its number of polls.
    pub fn is_spent(&self) -> bool {
        // SAFETY: as for `stop`.
        unsafe { self.limits.as_ref().is_spent() }
    }

    /// The statistics of the engine.
    pub fn statistics(&mut self) -> Vec<(String, String)> {
        let mut names: *const *const c_char = std::ptr::null();
        let mut values: *const *const c_char = std::ptr::null();
        let mut count = 0;
        // SAFETY: the solver lives, and the places for the results are ours.
        unsafe {
            bitwuzla_get_statistics(self.solver.as_ptr(), &mut names, &mut values, &mut count);
        }
        if names.is_null() || values.is_null() {
            return Vec::new();
        }
        let text = |list: *const *const c_char, at: usize| {
            // SAFETY: both lists have `count` terminated strings, which live until the next call.
            let text = unsafe { CStr::from_ptr(*list.add(at)) };
            text.to_string_lossy().into_owned()
        };
        (0..count)
            .map(|at| (text(names, at), text(values, at)))
            .collect()
    }

    /// The version of Bitwuzla.
    pub fn version() -> String {
        // SAFETY: returns a static string.
        unsafe { copy_string(sys::bitwuzla_version()) }
    }

    fn keep(&mut self, term: sys::BitwuzlaTerm) -> Result<Handle, EngineError> {
        if term == 0 {
            return Err(refused());
        }
        let position = u32::try_from(self.terms.len())
            .map_err(|_| EngineError("more than 2^32 terms".to_string()))?;
        self.terms.push(term);
        Ok(Handle(position))
    }

    fn keep_sort(&mut self, sort: sys::BitwuzlaSort) -> Result<SortHandle, EngineError> {
        if sort == 0 {
            return Err(refused());
        }
        let position = u32::try_from(self.sorts.len())
            .map_err(|_| EngineError("more than 2^32 sorts".to_string()))?;
        self.sorts.push(sort);
        Ok(SortHandle(position))
    }

    fn raw(&self, handle: Handle) -> Result<sys::BitwuzlaTerm, EngineError> {
        self.terms
            .get(handle.0 as usize)
            .copied()
            .ok_or_else(|| EngineError("handle of another engine".to_string()))
    }

    fn raw_sort(&self, handle: SortHandle) -> Result<sys::BitwuzlaSort, EngineError> {
        self.sorts
            .get(handle.0 as usize)
            .copied()
            .ok_or_else(|| EngineError("sort handle of another engine".to_string()))
    }

    /// The sort of Booleans.
    pub fn bool_sort(&mut self) -> Result<SortHandle, EngineError> {
        // SAFETY: the manager is alive.
        let sort = unsafe { sys::bitwuzla_mk_bool_sort(self.manager.as_ptr()) };
        self.keep_sort(sort)
    }

    /// The sort of bit-vectors of a width of at least one.
    pub fn bv_sort(&mut self, width: u32) -> Result<SortHandle, EngineError> {
        // SAFETY: the manager is alive; a width of zero is refused by Bitwuzla.
        let sort = unsafe { sys::bitwuzla_mk_bv_sort(self.manager.as_ptr(), u64::from(width)) };
        self.keep_sort(sort)
    }

    /// The sort of floating-point numbers; the significand counts the hidden bit.
    pub fn fp_sort(&mut self, exponent: u32, significand: u32) -> Result<SortHandle, EngineError> {
        // SAFETY: the manager is alive; impossible formats are refused by Bitwuzla.
        let sort = unsafe {
            sys::bitwuzla_mk_fp_sort(
                self.manager.as_ptr(),
                u64::from(exponent),
                u64::from(significand),
            )
        };
        self.keep_sort(sort)
    }

    /// The sort of arrays.
    pub fn array_sort(
        &mut self,
        index: SortHandle,
        element: SortHandle,
    ) -> Result<SortHandle, EngineError> {
        let (index, element) = (self.raw_sort(index)?, self.raw_sort(element)?);
        // SAFETY: the manager is alive and both sorts are its own.
        let sort = unsafe { sys::bitwuzla_mk_array_sort(self.manager.as_ptr(), index, element) };
        self.keep_sort(sort)
    }

    /// A fresh symbol. Two symbols of the same name are different symbols.
    pub fn symbol(&mut self, sort: SortHandle, name: &str) -> Result<Handle, EngineError> {
        let sort = self.raw_sort(sort)?;
        let name = CString::new(name)
            .map_err(|_| EngineError("a symbol's name contains a zero byte".to_string()))?;
        // SAFETY: the manager is alive, the sort its own, the name terminated and copied.
        let term = unsafe { sys::bitwuzla_mk_const(self.manager.as_ptr(), sort, name.as_ptr()) };
        self.keep(term)
    }

    /// A Boolean constant.
    pub fn bool_value(&mut self, value: bool) -> Result<Handle, EngineError> {
        let manager = self.manager.as_ptr();
        // SAFETY: the manager is alive.
        let term = unsafe {
            if value {
                sys::bitwuzla_mk_true(manager)
            } else {
                sys::bitwuzla_mk_false(manager)
            }
        };
        self.keep(term)
    }

    /// A bit-vector constant that fits 64 bits.
    pub fn bv_value_u64(&mut self, sort: SortHandle, value: u64) -> Result<Handle, EngineError> {
        let sort = self.raw_sort(sort)?;
        // SAFETY: the manager is alive and the sort its own; too large a value is refused.
        let term = unsafe { sys::bitwuzla_mk_bv_value_uint64(self.manager.as_ptr(), sort, value) };
        self.keep(term)
    }

    /// A bit-vector constant given by binary digits.
    pub fn bv_value(&mut self, sort: SortHandle, digits: &str) -> Result<Handle, EngineError> {
        let sort = self.raw_sort(sort)?;
        let digits = CString::new(digits)
            .map_err(|_| EngineError("digits contain a zero byte".to_string()))?;
        // SAFETY: the manager is alive, the sort its own, the digits terminated and only read.
        let term =
            unsafe { sys::bitwuzla_mk_bv_value(self.manager.as_ptr(), sort, digits.as_ptr(), 2) };
        self.keep(term)
    }

    /// A rounding mode.
    pub fn rounding_mode(
        &mut self,
        mode: sys::BitwuzlaRoundingMode,
    ) -> Result<Handle, EngineError> {
        // SAFETY: the manager is alive; an unknown mode is refused.
        let term = unsafe { sys::bitwuzla_mk_rm_value(self.manager.as_ptr(), mode) };
        self.keep(term)
    }

    /// An array with the same value at every index.
    pub fn const_array(&mut self, sort: SortHandle, value: Handle) -> Result<Handle, EngineError> {
        let (sort, value) = (self.raw_sort(sort)?, self.raw(value)?);
        // SAFETY: the manager is alive; sort and value are its own.
        let term = unsafe { sys::bitwuzla_mk_const_array(self.manager.as_ptr(), sort, value) };
        self.keep(term)
    }

    /// An operator applied to arguments, with indices if the operator has them.
    pub fn apply(
        &mut self,
        kind: Kind,
        arguments: &[Handle],
        indices: &[u64],
    ) -> Result<Handle, EngineError> {
        let mut raw = Vec::with_capacity(arguments.len());
        for argument in arguments {
            raw.push(self.raw(*argument)?);
        }
        let (Ok(count), Ok(index_count)) = (u32::try_from(raw.len()), u32::try_from(indices.len()))
        else {
            return Err(EngineError("too many arguments".to_string()));
        };
        let manager = self.manager.as_ptr();
        // SAFETY: the manager is alive, the terms its own, the counts those of live slices; arity
        // and sorts are checked by Bitwuzla.
        let term = unsafe {
            if indices.is_empty() {
                sys::bitwuzla_mk_term(manager, kind, count, raw.as_mut_ptr())
            } else {
                sys::bitwuzla_mk_term_indexed(
                    manager,
                    kind,
                    count,
                    raw.as_mut_ptr(),
                    index_count,
                    indices.as_ptr(),
                )
            }
        };
        self.keep(term)
    }

    /// Adds an assertion to the current level.
    pub fn assert(&mut self, term: Handle) -> Result<(), EngineError> {
        let term = self.raw(term)?;
        // SAFETY: the solver is alive and the term belongs to its manager.
        unsafe { sys::bitwuzla_assert(self.solver.as_ptr(), term) };
        accepted()
    }

    /// Opens a level of assertions.
    pub fn push(&mut self) -> Result<(), EngineError> {
        // SAFETY: the solver is alive.
        unsafe { sys::bitwuzla_push(self.solver.as_ptr(), 1) };
        accepted()
    }

    /// Drops the innermost level of assertions; an error if there is none.
    pub fn pop(&mut self) -> Result<(), EngineError> {
        // SAFETY: the solver is alive; popping too far is refused.
        unsafe { sys::bitwuzla_pop(self.solver.as_ptr(), 1) };
        accepted()
    }

    /// Decides the assertions under assumptions that hold for this check only.
    pub fn check(&mut self, assumptions: &[Handle]) -> Result<Answer, EngineError> {
        let mut raw = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            raw.push(self.raw(*assumption)?);
        }
        let count = u32::try_from(raw.len())
            .map_err(|_| EngineError("too many assumptions".to_string()))?;
        // SAFETY: owned and alive; nothing writes the limits while they are borrowed here.
        unsafe { self.limits.as_ref() }
            .polls
            .store(0, Ordering::Relaxed);
        // SAFETY: the solver is alive, the terms belong to its manager, the count is the slice's.
        let result = unsafe {
            sys::bitwuzla_check_sat_assuming(self.solver.as_ptr(), count, raw.as_mut_ptr())
        };
        accepted()?;
        match result {
            sys::BITWUZLA_SAT => Ok(Answer::Sat),
            sys::BITWUZLA_UNSAT => Ok(Answer::Unsat),
            _ => Ok(Answer::Unknown),
        }
    }

    /// Whether the last check, which was unsatisfiable, needed this assumption.
    pub fn failed(&mut self, assumption: Handle) -> Result<bool, EngineError> {
        let term = self.raw(assumption)?;
        // SAFETY: the solver is alive and the term belongs to its manager; a wrong state is refused.
        let needed = unsafe { sys::bitwuzla_is_unsat_assumption(self.solver.as_ptr(), term) };
        accepted().map(|()| needed)
    }

    /// The value of a term in the model of the last check, which was satisfiable.
    pub fn value(&mut self, term: Handle) -> Result<Value, EngineError> {
        let term = self.raw(term)?;
        // SAFETY: the solver is alive and the term belongs to its manager; a wrong state is refused.
        let value = unsafe { sys::bitwuzla_get_value(self.solver.as_ptr(), term) };
        if value == 0 {
            return Err(refused());
        }
        // SAFETY: the call returned a term with a reference of its own, which passes on.
        unsafe { value::read(value) }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: both were made in `new`, are deleted here only, and the solver goes first because
        // it refers to the manager, which frees every term and sort still in our tables. The token
        // was leaked from a box in `new`; nothing polls it any more.
        unsafe {
            sys::bitwuzla_delete(self.solver.as_ptr());
            sys::bitwuzla_term_manager_delete(self.manager.as_ptr());
            drop(Box::from_raw(self.limits.as_ptr()));
        }
    }
}
