//! The properties of SV-COMP, each a set of property classes.

use crate::property::PropertyClass;

/// The properties that can be asked for.
pub const PROPERTIES: &[&str] = &[
    "unreach-call",
    "no-overflow",
    "valid-memsafety",
    "valid-deref",
    "valid-free",
    "valid-memtrack",
    "valid-memcleanup",
    "no-data-race",
    "no-deadlock",
];

const VALID_DEREF: &[PropertyClass] = &[
    PropertyClass::NullPointer,
    PropertyClass::InvalidPointer,
    PropertyClass::PointerBounds,
    PropertyClass::UseAfterFree,
    PropertyClass::ExpiredObject,
    PropertyClass::WriteToConstant,
];

const VALID_FREE: &[PropertyClass] = &[
    PropertyClass::InvalidFree,
    PropertyClass::DoubleFree,
    PropertyClass::MismatchedFree,
    PropertyClass::FreeSize,
];

/// A signed left shift is a multiplication by a power of two (C17 6.5.7p4); an amount out of range is
/// no overflow.
const NO_OVERFLOW: &[PropertyClass] = &[
    PropertyClass::OverflowAdd,
    PropertyClass::OverflowSub,
    PropertyClass::OverflowMul,
    PropertyClass::OverflowDiv,
    PropertyClass::OverflowNeg,
    PropertyClass::OverflowFixed,
    PropertyClass::Shift,
];

/// The classes that a property is about.
pub fn classes(property: &str) -> Option<Vec<PropertyClass>> {
    Some(match property {
        // A failing `assert` of the user's is none: it calls `abort`, not an error function.
        "unreach-call" => vec![PropertyClass::ErrorCall],
        "no-overflow" => NO_OVERFLOW.to_vec(),
        "valid-memsafety" => {
            let mut all = [VALID_DEREF, VALID_FREE].concat();
            all.push(PropertyClass::MemoryLeak);
            all
        }
        "valid-deref" => VALID_DEREF.to_vec(),
        "valid-free" => VALID_FREE.to_vec(),
        "valid-memtrack" => vec![PropertyClass::MemoryLeak],
        "valid-memcleanup" => vec![PropertyClass::MemoryCleanup],
        "no-data-race" => vec![PropertyClass::DataRace],
        "no-deadlock" => vec![PropertyClass::Deadlock],
        _ => return None,
    })
}

/// The property that a class belongs to; of memory safety, which part of it.
pub fn property(class: PropertyClass) -> Option<&'static str> {
    let mut names = PROPERTIES.iter().filter(|name| **name != "valid-memsafety");
    let has = |name: &str| classes(name).is_some_and(|classes| classes.contains(&class));
    names.find(|name| has(name)).copied()
}
