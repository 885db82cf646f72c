//! Proofs about any number of threads, as a transformation of programs.
//!
//! A thread can be interrupted at its *points*: before accesses to memory that other threads can
//! reach, before atomic sections, and at the heads of loops. The proof is an invariant: a set of
//! conjectures about the shared variables, about the point and the variables of one thread, and
//! about those of two threads. [`own_step`] and [`other_step`] make programs without threads in
//! which one thread takes one step, up to its next point, from any state that the conjectures allow.
//! Conjectures that hold before every step and after it hold always; claims that no step violates
//! hold in every interleaving of any number of threads.
//!
//! Three threads are followed at most: an invariant about two threads must hold whatever a third one
//! does. (Owicki and Gries 1976; Flanagan and Qadeer, "Thread-Modular Model Checking", SPIN 2003;
//! Hoenicke, Majumdar and Podelski, "Thread Modularity at Many Levels", POPL 2017.)
//!
//! Separation: nothing here knows solvers, or how the programs of steps are decided.

mod atoms;
mod code;
mod conjecture;
mod points;
mod sample;
mod step;
mod system;
mod vars;

pub use conjecture::{Conjecture, Level, conjectures};
pub use sample::unrefuted;
pub use step::{StepProgram, other_step, own_step};
pub use system::System;

pub use cassay_flat::Refusal;
