//! Violations in words, with their values.

use crate::report::{Call, Fact};
use cassay_bv::Bv;
use cassay_ir::{CompareOp, MemoryPredicate, OverflowOp, Property, PropertyClass};
use cassay_trace::{Account, Cause, Extent, Fate, Operand};

/// So many values stand in the sentence about an assertion.
const VALUES: usize = 4;

/// What happens, in one sentence without a full stop. `source` is the text of the expression.
pub(crate) fn explain(
    property: &Property,
    account: &Account,
    facts: &[Fact],
    source: Option<&str>,
) -> String {
    let words = account.cause.as_ref().and_then(|cause| match cause {
        Cause::Memory { .. } => memory(cause),
        Cause::Overflow { op, left, right } => overflow(property.class, *op, left, right),
        Cause::Comparison { op, left, right } => {
            comparison(property.class, *op, left, right, source)
        }
    });
    words.unwrap_or_else(|| general(property, facts))
}

/// The values of facts in one line.
pub(crate) fn values(facts: &[Fact]) -> String {
    let facts: Vec<String> = facts
        .iter()
        .map(|fact| format!("{} = {}", fact.name, fact.value.text))
        .collect();
    facts.join(", ")
}

/// A claim that only its own message describes.
fn general(property: &Property, facts: &[Fact]) -> String {
    let message = &property.message;
    let failed = property.class == PropertyClass::Assertion;
    let words = match failed && **message != *property.class.title() {
        true => format!("`{message}` does not hold"),
        false => message.to_string(),
    };
    let by_values = failed || property.class == PropertyClass::ErrorCall;
    if !by_values || facts.is_empty() {
        return words;
    }
    let shown = &facts[..facts.len().min(VALUES)];
    format!("{words} where {}", values(shown))
}

fn memory(cause: &Cause) -> Option<String> {
    let Cause::Memory {
        predicate,
        pointer,
        value,
        bytes,
        object,
    } = cause
    else {
        return None;
    };
    let pointer = match pointer {
        Some(name) => format!("`{name}`"),
        None => "the pointer".to_string(),
    };
    let object = object.as_ref();
    Some(match predicate {
        MemoryPredicate::NotNull => match value.as_str() {
            "NULL" => format!("{pointer} is NULL"),
            _ => format!("{pointer} is NULL and is used with an offset"),
        },
        MemoryPredicate::IsObject => format!("{pointer} leads to no object"),
        MemoryPredicate::NotFreed => format!("{pointer} leads to memory that has been freed"),
        MemoryPredicate::NotExpired => match object {
            Some(extent) if !extent.object.is_empty() => {
                format!("the scope of `{}` has ended", extent.object)
            }
            Some(_) | None => format!("{pointer} leads to a variable whose scope has ended"),
        },
        MemoryPredicate::InBounds => return outside(object?, *bytes),
        MemoryPredicate::Writable => match object {
            Some(extent) if !extent.object.is_empty() => {
                format!("write to `{}`, which is constant", extent.object)
            }
            Some(_) | None => format!("write to {value}, which is constant"),
        },
        MemoryPredicate::Freeable => match value.as_str() {
            "invalid" | "" => format!("{pointer} was not returned by an allocation"),
            value => format!("{pointer} is {value}, which no allocation has returned"),
        },
        MemoryPredicate::NotDoublyFreed => format!("{pointer} has been freed before"),
        MemoryPredicate::IsFunction => format!("{pointer} is {value}, which is no function"),
        MemoryPredicate::Aligned => {
            let bytes = (*bytes)?;
            format!("{pointer} is {value}, which is not aligned to {bytes} bytes")
        }
        MemoryPredicate::OfFamily
        | MemoryPredicate::NoWriter
        | MemoryPredicate::NoUser
        | MemoryPredicate::Unchanged
        | MemoryPredicate::InOrder => return None,
    })
}

/// How an access leaves an object.
fn outside(extent: &Extent, bytes: Option<u64>) -> Option<String> {
    let object = match (extent.heap, extent.object.as_str()) {
        (true, _) => "the allocated memory".to_string(),
        (false, "") => "the object".to_string(),
        (false, name) => format!("`{name}`"),
    };
    let count = |count: u64, noun: &str| match count {
        1 => format!("1 {noun}"),
        0 => format!("no {noun}s"),
        more => format!("{more} {noun}s"),
    };
    if let Some((size, elements)) = extent.elements {
        let signed = i64::try_from(size).ok().filter(|size| *size > 0)?;
        let single = bytes.is_some_and(|bytes| bytes <= size);
        if single && extent.offset % signed == 0 && elements * size == extent.size && size > 0 {
            let index = extent.offset / signed;
            let noun = if size == 1 { "byte" } else { "element" };
            return Some(format!(
                "index {index}, but {object} has {}",
                count(elements, noun)
            ));
        }
    }
    let has = count(extent.size, "byte");
    Some(match bytes {
        Some(bytes) => format!(
            "access to {} at offset {}, but {object} has {has}",
            count(bytes, "byte"),
            extent.offset
        ),
        None => format!("access at offset {}, but {object} has {has}", extent.offset),
    })
}

fn overflow(
    class: PropertyClass,
    op: OverflowOp,
    left: &Operand,
    right: &Operand,
) -> Option<String> {
    let (sign, signed) = match op {
        OverflowOp::SAdd => ("+", true),
        OverflowOp::SSub => ("-", true),
        OverflowOp::SMul => ("*", true),
        OverflowOp::UAdd => ("+", false),
        OverflowOp::USub => ("-", false),
        OverflowOp::UMul => ("*", false),
    };
    let width = left.bits.width();
    let (a, b) = (number(&left.bits, signed)?, number(&right.bits, signed)?);
    if class == PropertyClass::PointerBounds || class == PropertyClass::PointerOverflow {
        return Some(format!(
            "index {a} times {b} bytes leaves the address space"
        ));
    }
    if class == PropertyClass::OverflowNeg {
        return Some(format!(
            "-({b}) does not fit in a signed integer of {width} bits"
        ));
    }
    let exact = match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        _ => a.checked_mul(b),
    };
    let exact = exact.map_or_else(String::new, |exact| format!(" = {exact}"));
    let b = if b < 0 {
        format!("({b})")
    } else {
        b.to_string()
    };
    let kind = if signed { "a signed" } else { "an unsigned" };
    Some(format!(
        "{a} {sign} {b}{exact} does not fit in {kind} integer of {width} bits"
    ))
}

fn number(bits: &Bv, signed: bool) -> Option<i128> {
    match signed {
        true => bits.to_i64().map(i128::from),
        false => bits.to_u64().map(i128::from),
    }
}

fn comparison(
    class: PropertyClass,
    op: CompareOp,
    left: &Operand,
    right: &Operand,
    source: Option<&str>,
) -> Option<String> {
    match class {
        PropertyClass::DivisionByZero => Some(match &left.name {
            Some(name) => format!("the divisor `{name}` is 0"),
            None => "the divisor is 0".to_string(),
        }),
        PropertyClass::OverflowDiv => Some(format!(
            "the quotient does not fit in a signed integer of {} bits",
            left.bits.width()
        )),
        PropertyClass::ArrayBounds => {
            let limit = right.bits.to_u64()?;
            let elements = match op {
                CompareOp::ULt | CompareOp::ULe => limit,
                CompareOp::Eq | CompareOp::Ne | CompareOp::SLt | CompareOp::SLe => return None,
            };
            let array = source.and_then(array_of);
            let array = array.map_or("the array".to_string(), |name| format!("`{name}`"));
            let noun = if elements == 1 { "element" } else { "elements" };
            let index = left.bits.signed_decimal();
            Some(format!("index {index}, but {array} has {elements} {noun}"))
        }
        PropertyClass::Shift if op == CompareOp::ULe => {
            let amount = left.bits.signed_decimal();
            let width = right.bits.to_u64()?.checked_add(1)?;
            Some(format!("shift by {amount}, but the value has {width} bits"))
        }
        PropertyClass::VlaSize => Some(format!("the size is {}", left.bits.signed_decimal())),
        _ => None,
    }
}

/// The array of an expression that ends with an index, or with members of an element.
fn array_of(source: &str) -> Option<&str> {
    let (inner, members) = source.rsplit_once(']')?;
    if !members
        .chars()
        .all(|c| c.is_alphanumeric() || "_.->".contains(c))
    {
        return None;
    }
    let mut depth = 0usize;
    for (at, c) in inner.char_indices().rev() {
        match c {
            ']' | ')' => depth += 1,
            '[' if depth == 0 => {
                return Some(inner[..at].trim_end()).filter(|name| !name.is_empty());
            }
            '[' | '(' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// A call with its arguments and place.
pub(crate) fn call(call: &Call) -> String {
    let at = match call.place.is_known() {
        true => format!(" at {}", call.place),
        false => String::new(),
    };
    format!("{} called by {}{at}", with_arguments(call), call.caller)
}

/// The call of the function that a violation is in, above its line of the source.
pub(crate) fn innermost(call: &Call) -> String {
    format!("{} is called by {}", with_arguments(call), call.caller)
}

fn with_arguments(call: &Call) -> String {
    let arguments = call.arguments.iter();
    let arguments: Vec<String> = arguments
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    format!("{}({})", call.function, arguments.join(", "))
}

/// What happened at a place.
pub(crate) fn related(related: &cassay_trace::Related) -> String {
    let object = match related.object.contains(' ') || related.object.is_empty() {
        true => "the object".to_string(),
        false => format!("`{}`", related.object),
    };
    match related.fate {
        Fate::Declared => format!("{object} is declared here"),
        Fate::Allocated => format!("{object} is allocated here"),
        Fate::Freed => format!("{object} is freed here"),
        Fate::Expired => format!("the scope of {object} ends here"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operand(name: Option<&str>, width: u32, value: u64) -> Operand {
        Operand {
            name: name.map(String::from),
            bits: Bv::from_u64(width, value),
        }
    }

    fn told(class: PropertyClass, cause: Cause, source: Option<&str>) -> String {
        let account = Account {
            cause: Some(cause),
            ..Account::default()
        };
        explain(&Property::of(class), &account, &[], source)
    }

    fn access(offset: i64, bytes: u64, elements: Option<(u64, u64)>, heap: bool) -> String {
        let cause = Cause::Memory {
            predicate: MemoryPredicate::InBounds,
            pointer: Some("p".into()),
            value: "&out[10]".into(),
            bytes: Some(bytes),
            object: Some(Extent {
                object: "out".into(),
                heap,
                size: 40,
                elements,
                offset,
            }),
        };
        told(PropertyClass::PointerBounds, cause, None)
    }

    #[test]
    fn accesses_outside_say_where_and_how_much_there_is() {
        let ints = Some((4, 10));
        assert_eq!(
            access(40, 4, ints, false),
            "index 10, but `out` has 10 elements"
        );
        assert_eq!(
            access(-4, 4, ints, false),
            "index -1, but `out` has 10 elements"
        );
        assert_eq!(
            access(38, 4, ints, true),
            "access to 4 bytes at offset 38, but the allocated memory has 40 bytes"
        );
        assert_eq!(
            access(0, 48, ints, false),
            "access to 48 bytes at offset 0, but `out` has 40 bytes"
        );
    }

    #[test]
    fn arithmetic_says_what_does_not_fit() {
        let cause = Cause::Overflow {
            op: OverflowOp::SAdd,
            left: operand(Some("x"), 32, 0x7fff_ffff),
            right: operand(None, 32, 1),
        };
        assert_eq!(
            told(PropertyClass::OverflowAdd, cause, None),
            "2147483647 + 1 = 2147483648 does not fit in a signed integer of 32 bits"
        );
        let divides = Cause::Comparison {
            op: CompareOp::Ne,
            left: operand(Some("n"), 32, 0),
            right: operand(None, 32, 0),
        };
        assert_eq!(
            told(PropertyClass::DivisionByZero, divides, None),
            "the divisor `n` is 0"
        );
        let shifts = Cause::Comparison {
            op: CompareOp::ULe,
            left: operand(None, 32, 40),
            right: operand(None, 32, 31),
        };
        assert_eq!(
            told(PropertyClass::Shift, shifts, None),
            "shift by 40, but the value has 32 bits"
        );
    }

    #[test]
    fn arrays_are_named_by_the_source() {
        let cause = Cause::Comparison {
            op: CompareOp::ULt,
            left: operand(Some("j"), 64, u64::MAX),
            right: operand(None, 64, 4),
        };
        assert_eq!(
            told(
                PropertyClass::ArrayBounds,
                cause.clone(),
                Some("s->rows[i][f(j)]")
            ),
            "index -1, but `s->rows[i]` has 4 elements"
        );
        assert_eq!(
            told(
                PropertyClass::ArrayBounds,
                cause.clone(),
                Some("ports[find(s)].speed")
            ),
            "index -1, but `ports` has 4 elements"
        );
        assert_eq!(
            told(PropertyClass::ArrayBounds, cause, None),
            "index -1, but the array has 4 elements"
        );
    }

    #[test]
    fn assertions_are_told_with_values() {
        let property = Property::new(PropertyClass::Assertion, "x < 3");
        let fact = Fact {
            name: "x".into(),
            value: crate::report::Value {
                text: "7".into(),
                c_type: None,
                bits: None,
            },
        };
        let account = Account::default();
        assert_eq!(
            explain(&property, &account, &[fact], None),
            "`x < 3` does not hold where x = 7"
        );
        let bare = Property::of(PropertyClass::Assertion);
        assert_eq!(explain(&bare, &account, &[], None), "assertion failed");
    }
}
