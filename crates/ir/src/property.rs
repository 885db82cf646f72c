//! Property classes: what can be violated, with names and CWE numbers.

use std::fmt;
use std::sync::Arc;

macro_rules! property_classes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $cwe:expr, $title:literal;)*) => {
        /// The kind of a property. One line here adds a class: enum, name, CWE and title.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PropertyClass {
            $($(#[$doc])* $variant,)*
        }

        impl PropertyClass {
            /// Every class.
            pub const ALL: &'static [PropertyClass] = &[$(PropertyClass::$variant,)*];

            /// The short name, used in claim ids, test expectations and reports.
            pub fn name(self) -> &'static str {
                match self { $(PropertyClass::$variant => $name,)* }
            }

            /// The number of the Common Weakness Enumeration, when one fits.
            pub fn cwe(self) -> Option<u32> {
                match self { $(PropertyClass::$variant => $cwe,)* }
            }

            /// The class in words.
            pub fn title(self) -> &'static str {
                match self { $(PropertyClass::$variant => $title,)* }
            }

            /// The class of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(PropertyClass::$variant),)* _ => None }
            }
        }
    };
}

property_classes! {
    /// An assertion written by the user.
    Assertion "assertion" Some(617), "assertion failed";
    /// A program in Rust ends because something went wrong.
    Panic "panic" Some(248), "panic";
    /// A call of an error function (`reach_error`, `__VERIFIER_error`).
    ErrorCall "unreach-call" Some(617), "error function reached";
    /// A label that must not be reached.
    ErrorLabel "error-label" Some(617), "error label reached";
    /// An index outside its array, inner dimensions included.
    ArrayBounds "bounds" Some(119), "array index out of bounds";
    /// Access through a null pointer.
    NullPointer "pointer.null" Some(476), "null pointer dereference";
    /// Access through a pointer to no object.
    InvalidPointer "pointer.invalid" Some(824), "invalid pointer dereference";
    /// Access outside the object pointed to.
    PointerBounds "pointer.bounds" Some(119), "access out of the bounds of its object";
    /// Access to a freed object.
    UseAfterFree "pointer.freed" Some(416), "access to a freed object";
    /// Access to a local variable whose scope has ended.
    ExpiredObject "pointer.expired" Some(562), "access to a variable out of its scope";
    /// Write to a constant object or a string literal.
    WriteToConstant "pointer.constant" Some(471), "write to a constant object";
    /// Arithmetic that moves a pointer out of its object.
    PointerOverflow "pointer-overflow" Some(823), "pointer arithmetic leaves its object";
    /// A difference of pointers into different objects.
    PointerDifference "pointer-difference" Some(469), "difference of pointers into different objects";
    /// A comparison of order between pointers into different objects.
    PointerRelation "pointer-relation" Some(469), "comparison of pointers into different objects";
    /// Access at an address that is not aligned for its type.
    Alignment "alignment" Some(704), "misaligned access";
    /// Integer division or remainder by zero.
    DivisionByZero "division-by-zero" Some(369), "division by zero";
    /// Signed addition that overflows.
    OverflowAdd "overflow.add" Some(190), "signed overflow on addition";
    /// Signed subtraction that overflows.
    OverflowSub "overflow.sub" Some(190), "signed overflow on subtraction";
    /// Signed multiplication that overflows.
    OverflowMul "overflow.mul" Some(190), "signed overflow on multiplication";
    /// Signed division that overflows.
    OverflowDiv "overflow.div" Some(190), "signed overflow on division";
    /// Signed negation that overflows.
    OverflowNeg "overflow.neg" Some(190), "signed overflow on negation";
    /// A fixed-point result out of the range of its format.
    OverflowFixed "overflow.fixed" Some(190), "fixed-point result out of range";
    /// Unsigned arithmetic that wraps around.
    UnsignedOverflow "unsigned-overflow" Some(190), "unsigned arithmetic wraps around";
    /// A conversion that changes the value.
    Conversion "conversion" Some(197), "conversion changes the value";
    /// A shift by a negative or too large amount, or of a value that cannot be shifted.
    Shift "shift" Some(1335), "shift out of range";
    /// `free` of something that is not the start of a live heap object.
    InvalidFree "free.invalid" Some(590), "free of a pointer that was not allocated";
    /// `free` of an object already freed.
    DoubleFree "free.double" Some(415), "object freed twice";
    /// An object is freed by functions that did not allocate it: `delete` of what `new[]` returned.
    MismatchedFree "free.mismatch" Some(762), "object freed by another function than belongs to its allocation";
    /// An object is deleted with a size that is not its own.
    FreeSize "free.size" Some(763), "object deleted with another size than it has";
    /// `memcpy` between overlapping regions.
    Overlap "overlap" Some(475), "overlapping memory regions";
    /// A variable-length array of no positive size.
    VlaSize "vla-size" Some(789), "variable-length array size is not positive";
    /// An allocation of more than the address space can hold, or of a product that does not fit.
    AllocationSize "allocation-size" Some(789), "allocation larger than the address space can hold";
    /// A heap object that is never freed.
    MemoryLeak "memory-leak" Some(401), "memory leak";
    /// A heap object that is not freed when the program ends.
    MemoryCleanup "memory-cleanup" Some(401), "memory not freed at the end of the program";
    /// A call through a pointer to no function of that type.
    FunctionPointer "function-pointer" Some(843), "call through an invalid function pointer";
    /// A point the program declares unreachable.
    Unreachable "unreachable" Some(758), "unreachable point reached";
    /// An object used as one of a class that it is not of.
    BadCast "bad-cast" Some(843), "object used as one of another class";
    /// The end of a function whose value is used was reached without a return.
    MissingReturn "missing-return" Some(758), "value used of a function that returned none";
    /// A value passed to a builtin for which it is undefined.
    InvalidBuiltin "builtin" Some(758), "undefined argument of a builtin";
    /// An argument for which a library function has no defined behaviour.
    LibraryCall "library-call" Some(628), "invalid argument of a library function";
    /// A call of a virtual function that its class does not define.
    PureVirtual "pure-virtual" Some(758), "pure virtual function called";
    /// An iterator at the end of its container is dereferenced or moved on.
    Iterator "iterator" Some(119), "iterator at the end of its container used";
    /// A use of an object of the library whose value was moved away.
    UseAfterMove "use-after-move" Some(672), "object used after its value was moved away";
    /// A use of a variable of the program before it was initialised, while others are.
    StaticInit "static-init" Some(908), "variable used before its initialisation";
    /// A read of bits that were never given a value.
    Uninitialised "uninitialised" Some(457), "read of a variable without a value";
    /// Two threads access the same memory at the same time, one of them writes, and one is not atomic.
    DataRace "data-race" Some(362), "data race";
    /// Threads wait for each other.
    Deadlock "deadlock" Some(833), "deadlock";
    /// Threads acquire locks in orders that can block each other.
    LockOrder "lock-order" Some(833), "locks acquired in conflicting orders";
    /// A thread that is neither joined nor detached when the program ends.
    ThreadLeak "thread-leak" Some(772), "thread neither joined nor detached at the end of the program";
    /// Another thread writes what a thread changes between its read and its write.
    Atomicity "atomicity" Some(366), "compound access is not atomic";
    /// An exception that no handler catches.
    UncaughtException "uncaught-exception" Some(248), "uncaught exception";
    /// A call of `std::terminate`: an exception that leaves a function declared `noexcept`, or a destructor
    /// during unwinding, and others.
    Terminate "terminate" Some(248), "program terminated by an exception";
    /// A floating-point value out of the range of the integer type it is converted to.
    FloatCast "float-cast" Some(681), "floating-point value out of range of the target type";
    /// A floating-point operation on numbers that gives none.
    Nan "nan" Some(682), "floating-point operation gives NaN";
    /// A floating-point operation on finite numbers that gives an infinity.
    FloatOverflow "float-overflow" Some(682), "floating-point operation overflows";
}

impl fmt::Display for PropertyClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What one assertion of the IR claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its class.
    pub class: PropertyClass,
    /// Its description, in words or as the user's own expression.
    pub message: Arc<str>,
}

impl Property {
    /// A property with a message of its own.
    pub fn new(class: PropertyClass, message: impl Into<Arc<str>>) -> Self {
        Property {
            class,
            message: message.into(),
        }
    }

    /// A property described by its class alone.
    pub fn of(class: PropertyClass) -> Self {
        Property {
            class,
            message: class.title().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for &class in PropertyClass::ALL {
            assert_eq!(PropertyClass::from_name(class.name()), Some(class));
        }
        assert_eq!(PropertyClass::from_name("no such class"), None);
    }
}
