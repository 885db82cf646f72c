//! Values read out of models.

use std::ptr;

use bitwuzla_sys as sys;

use super::{EngineError, copy_string};

/// The value of a term in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// A bit-vector, or a floating-point number in IEEE form: binary digits, most significant first.
    Bits(String),
    /// An array: every index not listed has the default. Later entries override earlier ones.
    Array {
        /// The element at all other indices.
        default: Box<Value>,
        /// Index and element.
        entries: Vec<(Value, Value)>,
    },
}

/// Reads a value and releases its reference.
///
/// # Safety
/// `term` is a live term, and the caller owns one reference to it.
pub(super) unsafe fn read(term: sys::BitwuzlaTerm) -> Result<Value, EngineError> {
    let held = Held(term);
    // SAFETY: `held` keeps a reference to a live term.
    if unsafe { sys::bitwuzla_term_is_array(held.0) } {
        array_value(held)
    } else {
        scalar_value(&held)
    }
}

/// A reference to a term that is released when dropped, for values read from models.
struct Held(sys::BitwuzlaTerm);

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: a `Held` owns exactly one reference, taken by the call that returned the term.
        unsafe { sys::bitwuzla_term_release(self.0) };
    }
}

fn scalar_value(term: &Held) -> Result<Value, EngineError> {
    // SAFETY: `term` is a live term; the returned strings are copied before the next call.
    unsafe {
        if sys::bitwuzla_term_is_bool(term.0) && sys::bitwuzla_term_is_value(term.0) {
            Ok(Value::Bool(sys::bitwuzla_term_value_get_bool(term.0)))
        } else if sys::bitwuzla_term_is_bv_value(term.0) {
            let digits = copy_string(sys::bitwuzla_term_value_get_str_fmt(term.0, 2));
            Ok(Value::Bits(digits))
        } else if sys::bitwuzla_term_is_fp_value(term.0) {
            let (mut sign, mut exponent, mut significand) = (ptr::null(), ptr::null(), ptr::null());
            sys::bitwuzla_term_value_get_fp_ieee(
                term.0,
                &mut sign,
                &mut exponent,
                &mut significand,
                2,
            );
            let digits = [sign, exponent, significand]
                .map(|part| copy_string(part))
                .concat();
            Ok(Value::Bits(digits))
        } else {
            let text = copy_string(sys::bitwuzla_term_to_string(term.0));
            Err(EngineError(format!("not a value: {text}")))
        }
    }
}

/// Reads an array value: a chain of stores that ends in a constant array.
fn array_value(mut array: Held) -> Result<Value, EngineError> {
    let mut entries = Vec::new();
    loop {
        // SAFETY: `array` is a live term.
        let kind = unsafe { sys::bitwuzla_term_get_kind(array.0) };
        let mut children = held_children(&array).into_iter();
        match (kind, children.next(), children.next(), children.next()) {
            (sys::BITWUZLA_KIND_CONST_ARRAY, Some(element), None, None) => {
                entries.reverse();
                return Ok(Value::Array {
                    default: Box::new(scalar_value(&element)?),
                    entries,
                });
            }
            (sys::BITWUZLA_KIND_ARRAY_STORE, Some(base), Some(index), Some(element)) => {
                entries.push((scalar_value(&index)?, scalar_value(&element)?));
                array = base;
            }
            _ => {
                return Err(EngineError(
                    "an array value has an unknown shape".to_string(),
                ));
            }
        }
    }
}

fn held_children(term: &Held) -> Vec<Held> {
    let mut count = 0;
    // SAFETY: `term` is live; the returned buffer holds `count` terms, each with a reference of its
    // own, until the next such call, and is copied here.
    unsafe {
        let children = sys::bitwuzla_term_get_children(term.0, &mut count);
        if children.is_null() {
            return Vec::new();
        }
        std::slice::from_raw_parts(children, count)
            .iter()
            .map(|child| Held(*child))
            .collect()
    }
}
