//! The only module with `unsafe`: a safe interface to CaDiCaL's C interface.
//!
//! Invariants that make the face safe:
//! - A [`Sat`] owns one instance and releases it when dropped. It stays on its thread, since raw
//!   pointers are not `Send`.
//! - CaDiCaL ends the process when values are asked for without a model, or failed assumptions
//!   without a refutation. The state is therefore kept here, and such questions get no answer.
//! - The termination callback reads limits at an address that stays the same until the instance is
//!   released.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

// The archive of CaDiCaL comes with this crate.
use cadical as _;
use cassay_base::Stop;

#[repr(C)]
struct Instance {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    safe fn ccadical_signature() -> *const c_char;
    safe fn ccadical_init() -> *mut Instance;
    fn ccadical_release(solver: *mut Instance);
    fn ccadical_set_option(solver: *mut Instance, name: *const c_char, value: c_int);
    fn ccadical_add(solver: *mut Instance, literal: c_int);
    fn ccadical_assume(solver: *mut Instance, literal: c_int);
    fn ccadical_solve(solver: *mut Instance) -> c_int;
    fn ccadical_val(solver: *mut Instance, literal: c_int) -> c_int;
    fn ccadical_failed(solver: *mut Instance, literal: c_int) -> c_int;
    fn ccadical_set_terminate(
        solver: *mut Instance,
        state: *mut c_void,
        callback: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    );
}

/// The name and version of CaDiCaL.
pub fn signature() -> String {
    let text = ccadical_signature();
    if text.is_null() {
        return String::new();
    }
    // SAFETY: a terminated string that is part of the program.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

/// What may end a search early.
struct Limits {
    stop: Stop,
    /// How often a search may poll.
    effort: Option<u64>,
    /// How often the present one has. Atomic, because the callback shares the place with us.
    polls: AtomicU64,
}

impl Limits {
    fn is_spent(&self) -> bool {
        let polls = self.polls.load(Ordering::Relaxed);
        self.effort.is_some_and(|effort| polls > effort)
    }
}

/// Polled by CaDiCaL during a search.
unsafe extern "C" fn poll(state: *mut c_void) -> c_int {
    // SAFETY: `state` is the instance's own, which outlives the search that polls it.
    let limits = unsafe { &*state.cast::<Limits>() };
    limits.polls.fetch_add(1, Ordering::Relaxed);
    c_int::from(limits.stop.is_raised() || limits.is_spent())
}

/// What the last search found, until something is added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Model,
    Refuted,
}

/// One CaDiCaL instance. Literals are numbers from 1 on, negative when negated.
pub struct Sat {
    solver: NonNull<Instance>,
    limits: NonNull<Limits>,
    state: State,
}

impl Sat {
    /// An instance without clauses, or none when there is no room for one.
    pub fn new(seed: u32) -> Option<Self> {
        let solver = NonNull::new(ccadical_init())?;
        let limits = Box::new(Limits {
            stop: Stop::new(),
            effort: None,
            polls: AtomicU64::new(0),
        });
        let limits = NonNull::from(Box::leak(limits));
        let mut sat = Sat {
            solver,
            limits,
            state: State::Open,
        };
        sat.set_option(c"quiet", 1);
        sat.set_option(c"seed", (seed % 2_000_000_000) as c_int);
        // SAFETY: both pointers live until the instance is released in `drop`.
        unsafe {
            ccadical_set_terminate(solver.as_ptr(), limits.as_ptr().cast(), Some(poll));
        }
        Some(sat)
    }

    /// Sets an option; only before the first clause.
    pub fn set_option(&mut self, name: &CStr, value: c_int) {
        // SAFETY: the instance is live and the name terminated. Unknown names are ignored.
        unsafe { ccadical_set_option(self.solver.as_ptr(), name.as_ptr(), value) };
    }

    /// The token that ends a search.
    pub fn set_stop(&mut self, stop: Stop) {
        // SAFETY: nobody else looks at the limits while no search is going on.
        unsafe { self.limits.as_mut() }.stop = stop;
    }

    /// The token that ends a search.
    pub fn stop(&self) -> &Stop {
        // SAFETY: owned by this instance, changed through it alone.
        &unsafe { self.limits.as_ref() }.stop
    }

    /// How often a search may poll.
    pub fn set_effort(&mut self, effort: Option<u64>) {
        // SAFETY: as in `set_stop`.
        unsafe { self.limits.as_mut() }.effort = effort;
    }

    /// Takes the limits of another instance.
    pub fn take_limits(&mut self, other: &Sat) {
        // SAFETY: as in `stop`.
        let limits = unsafe { other.limits.as_ref() };
        self.set_stop(limits.stop.clone());
        self.set_effort(limits.effort);
    }

    /// Whether the last search ended because it polled too often.
    pub fn is_spent(&self) -> bool {
        // SAFETY: as in `stop`.
        unsafe { self.limits.as_ref() }.is_spent()
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: &[i32]) {
        self.state = State::Open;
        for literal in literals.iter().copied().chain([0]) {
            debug_assert!(literal != i32::MIN, "CaDiCaL has no such literal");
            // SAFETY: the instance is live.
            unsafe { ccadical_add(self.solver.as_ptr(), literal) };
        }
    }

    /// Searches for a model under assumptions; none when a limit was reached.
    pub fn solve(&mut self, assumptions: &[i32]) -> Option<bool> {
        // SAFETY: as in `stop`.
        let polls = unsafe { &self.limits.as_ref().polls };
        polls.store(0, Ordering::Relaxed);
        for literal in assumptions {
            debug_assert!(*literal != 0, "an assumption is a literal");
            // SAFETY: the instance is live.
            unsafe { ccadical_assume(self.solver.as_ptr(), *literal) };
        }
        // SAFETY: the instance is live, and so are the limits that its callback reads.
        let (state, answer) = match unsafe { ccadical_solve(self.solver.as_ptr()) } {
            10 => (State::Model, Some(true)),
            20 => (State::Refuted, Some(false)),
            _ => (State::Open, None),
        };
        self.state = state;
        answer
    }

    /// The value of a literal in the model that the last search found.
    pub fn value(&self, literal: i32) -> Option<bool> {
        if self.state != State::Model {
            return None;
        }
        // Asked for variables alone: versions differ in the sign that they give for a negation.
        // SAFETY: the instance is live and has a model.
        let value = unsafe { ccadical_val(self.solver.as_ptr(), literal.abs()) };
        Some((value > 0) == (literal > 0))
    }

    /// Whether an assumption took part in the refutation that the last search found.
    pub fn failed(&self, literal: i32) -> bool {
        // SAFETY: the instance is live and has a refutation.
        self.state == State::Refuted
            && unsafe { ccadical_failed(self.solver.as_ptr(), literal) } != 0
    }
}

impl Drop for Sat {
    fn drop(&mut self) {
        // SAFETY: released once, and the limits, which came from a box, after their reader.
        unsafe {
            ccadical_release(self.solver.as_ptr());
            drop(Box::from_raw(self.limits.as_ptr()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_without_an_answer_are_harmless() {
        let mut sat = Sat::new(0).expect("an instance");
        assert_eq!(sat.value(1), None);
        assert!(!sat.failed(1));
        sat.clause(&[1, 2]);
        assert_eq!(sat.solve(&[-1]), Some(true));
        assert_eq!((sat.value(1), sat.value(2)), (Some(false), Some(true)));
        assert_eq!((sat.value(-1), sat.value(-2)), (Some(true), Some(false)));
        assert!(!sat.failed(-1));
        assert_eq!(sat.solve(&[-1, 3, -2]), Some(false));
        assert!(sat.failed(-1) && sat.failed(-2) && !sat.failed(3));
        assert_eq!(sat.value(1), None);
        sat.clause(&[-2]);
        assert!(!sat.failed(-1));
        assert_eq!(sat.solve(&[]), Some(true));
    }

    #[test]
    fn it_says_what_it_is() {
        assert!(signature().starts_with("cadical-"), "{}", signature());
    }
}
