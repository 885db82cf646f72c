//! The allocator: the system's, except that running out of memory gives a verdict.
//!
//! Rust aborts when an allocation fails, and C++ throws. Under a limit on the address space
//! both would end the run without a verdict, so a failed allocation ends it as *unknown* instead.

#![allow(unsafe_code)]

use crate::{finish, os, outputs};
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator with a verdict when memory runs out.
pub struct Guarded;

#[global_allocator]
static ALLOCATOR: Guarded = Guarded;

// SAFETY: every call is passed on to the system's allocator unchanged; a null result is either
// returned as it is or never returned.
unsafe impl GlobalAlloc for Guarded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those `System` needs.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline]
fn checked(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        out_of_memory();
    }
    block
}

unsafe extern "C" {
    /// `std::set_new_handler(void (*)())` of the C++ library the solver is linked with.
    #[link_name = "_ZSt15set_new_handlerPFvvE"]
    fn set_new_handler(handler: extern "C" fn()) -> usize;
}

/// Makes failed allocations of the C++ solver end the same way.
pub fn watch_cpp_allocations() {
    // SAFETY: the handler is a plain function that lives as long as the program.
    unsafe {
        set_new_handler(new_handler);
    }
}

extern "C" fn new_handler() {
    out_of_memory();
    // C++ tries again when a handler returns; there is nothing more to try.
    os::exit_now(finish::UNKNOWN);
}

/// Ends the process as *unknown*, unless another thread is already printing the answer.
#[cold]
fn out_of_memory() {
    if cassay_workers::is_worker() {
        os::exit_now(cassay_workers::OUT_OF_MEMORY);
    }
    if finish::claim() {
        os::write_raw(1, outputs::out_of_memory().as_bytes());
        os::exit_now(finish::UNKNOWN);
    }
    // The thread that is printing ends the process soon; if it is this very thread, the caller gets
    // the failed allocation.
    std::thread::sleep(std::time::Duration::from_secs(1));
}
