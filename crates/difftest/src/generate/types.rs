//! Types of the generated programs: their declarations, random values, and how they are hashed.

use super::Gen;
use crate::rng::Rng;

/// An integer type.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Int {
    pub(super) name: &'static str,
    /// Bits under LP64; `long` is narrower under ILP32.
    bits: u32,
    pub(super) signed: bool,
    /// The unsigned type, at least as wide as `int`, in which it is computed.
    pub(super) work: &'static str,
}

const fn int(name: &'static str, bits: u32, signed: bool, work: &'static str) -> Int {
    Int {
        name,
        bits,
        signed,
        work,
    }
}

/// All integer types but the widest.
pub(super) const INTS: &[&Int] = &[
    &int("_Bool", 1, false, "unsigned"),
    &int("signed char", 8, true, "unsigned"),
    &int("unsigned char", 8, false, "unsigned"),
    &int("short", 16, true, "unsigned"),
    &int("unsigned short", 16, false, "unsigned"),
    &int("int", 32, true, "unsigned"),
    &int("unsigned", 32, false, "unsigned"),
    &int("long", 64, true, "unsigned long"),
    &int("unsigned long", 64, false, "unsigned long"),
    &int("long long", 64, true, "unsigned long long"),
    &int("unsigned long long", 64, false, "unsigned long long"),
];

/// The widest integer types; 64-bit targets only.
pub(super) const WIDE: &[&Int] = &[
    &int("__int128", 128, true, "unsigned __int128"),
    &int("unsigned __int128", 128, false, "unsigned __int128"),
];

/// A floating-point type.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Float {
    pub(super) name: &'static str,
    /// The suffix of its literals.
    pub(super) suffix: &'static str,
    /// The function that hashes it.
    pub(super) mix: &'static str,
    /// The letter its functions end with, if it has any.
    pub(super) letter: Option<&'static str>,
    /// The largest power of ten of literals.
    exponent: usize,
}

const fn float(
    name: &'static str,
    suffix: &'static str,
    mix: &'static str,
    letter: Option<&'static str>,
    exponent: usize,
) -> Float {
    Float {
        name,
        suffix,
        mix,
        letter,
        exponent,
    }
}

/// All floating-point types.
pub(super) const FLOATS: &[&Float] = &[
    &float("float", "f", "mix_float", Some("f"), 37),
    &float("double", "", "mix_double", Some(""), 300),
    &float("long double", "L", "mix_ldouble", Some("l"), 4000),
    &float("__float128", "Q", "mix_quad", None, 4000),
];

/// Any type of an object.
#[derive(Clone, Debug)]
pub(super) enum Type {
    Int(&'static Int),
    Float(&'static Float),
    Complex(&'static Float),
    /// A pointer to an element of the array `pointees`.
    Pointer,
    Array(Box<Type>, usize),
    Struct(Struct),
}

/// A structure.
#[derive(Clone, Debug)]
pub(super) struct Struct {
    pub(super) tag: String,
    pub(super) members: Vec<(String, Type)>,
}

impl Int {
    pub(super) fn width(&self, ilp32: bool) -> u32 {
        if ilp32 && self.name.ends_with("long") && !self.name.ends_with("long long") {
            32
        } else {
            self.bits
        }
    }

    /// A literal of the type: small, near a power of two, or anything.
    pub(super) fn literal(&self, rng: &mut Rng, ilp32: bool) -> String {
        let width = self.width(ilp32);
        let near_power = 1u64.wrapping_shl(u32::try_from(rng.below(64)).unwrap_or(0));
        let value = match rng.below(4) {
            0 => rng.bits() % 20,
            1 => near_power,
            2 => near_power.wrapping_sub(1),
            _ => rng.bits(),
        };
        if width == 128 {
            let low = rng.bits();
            return format!(
                "({})(((unsigned __int128)0x{value:x}ull << 64) | 0x{low:x}ull)",
                self.name
            );
        }
        let masked = if width == 64 {
            value
        } else {
            value & ((1 << width) - 1)
        };
        format!("({})0x{masked:x}ull", self.name)
    }
}

impl Float {
    /// A literal of the type.
    pub(super) fn literal(&self, rng: &mut Rng) -> String {
        let sign = rng.pick(&["", "-"]);
        let digits = rng.bits() % 1_000_000;
        let suffix = self.suffix;
        match rng.below(6) {
            0 => format!("{sign}{}.0{suffix}", rng.below(100)),
            1 => format!("{sign}{}.{digits}{suffix}", rng.below(1000)),
            2 => {
                let exponent = rng.below(self.exponent);
                let direction = rng.pick(&["", "-"]);
                format!(
                    "{sign}{}.{digits}e{direction}{exponent}{suffix}",
                    rng.below(10)
                )
            }
            3 => format!(
                "{sign}0x1.{:x}p{}{suffix}",
                rng.bits() % 0xfffff,
                rng.below(30)
            ),
            4 => format!("{sign}0.0{suffix}"),
            _ => format!("{sign}{}.5{suffix}", rng.below(1 << 20)),
        }
    }

    /// A literal that is neither huge nor tiny, so that few operations on it stay finite.
    pub(super) fn moderate(&self, rng: &mut Rng) -> String {
        let sign = rng.pick(&["", "-"]);
        format!(
            "{sign}{}.{}{}",
            rng.below(1000),
            rng.below(10000),
            self.suffix
        )
    }
}

impl Gen {
    /// An integer type of the data model, sometimes a wide one.
    pub(super) fn int(&mut self) -> &'static Int {
        if !self.ilp32 && self.rng.one_in(12) {
            self.rng.pick(WIDE)
        } else {
            self.rng.pick(INTS)
        }
    }

    pub(super) fn float(&mut self) -> &'static Float {
        self.rng.pick(FLOATS)
    }

    /// A random type; structures nest `depth` deep.
    pub(super) fn any_type(&mut self, depth: usize) -> Type {
        match self.rng.below(12) {
            0..=5 => Type::Int(self.int()),
            6 | 7 => Type::Float(self.rng.pick(&FLOATS[..3])),
            8 => Type::Pointer,
            9 if depth > 0 => Type::Struct(self.structure(depth - 1)),
            10 => {
                let count = self.rng.between(1, 5);
                let element = self.rng.pick(&INTS[1..9]);
                Type::Array(Box::new(Type::Int(element)), count)
            }
            11 if self.rng.one_in(3) => Type::Float(self.float()),
            _ => Type::Float(self.rng.pick(&FLOATS[..2])),
        }
    }

    /// Declares a structure.
    pub(super) fn structure(&mut self, depth: usize) -> Struct {
        let mut members = Vec::new();
        for index in 0..self.rng.between(1, 5) {
            members.push((format!("m{index}"), self.any_type(depth)));
        }
        let tag = self.name("s");
        let packed = if self.rng.one_in(5) {
            "__attribute__((packed)) "
        } else {
            ""
        };
        let fields: String = members
            .iter()
            .map(|(name, ty)| format!("  {};\n", declaration(ty, name)))
            .collect();
        declare!(self, "struct {packed}{tag} {{\n{fields}}};");
        Struct { tag, members }
    }

    /// Assigns random values to every part of an lvalue.
    pub(super) fn fill(&mut self, ty: &Type, place: &str) {
        match ty {
            Type::Int(int) => {
                let value = int.literal(&mut self.rng, self.ilp32);
                line!(self, "{place} = {value} ^ opaque;");
            }
            Type::Float(float) => {
                let value = float.literal(&mut self.rng);
                line!(self, "{place} = opaque ? 1 : {value};");
            }
            Type::Complex(float) => {
                // Small whole numbers: compilers round products of complex numbers differently.
                let (re, im) = (self.rng.below(8), self.rng.below(8));
                let sign = self.rng.pick(&["", "-"]);
                let (re, im) = (
                    format!("{sign}{re}.0{}", float.suffix),
                    format!("{im}.0{}", float.suffix),
                );
                line!(self, "__real__ {place} = {re};");
                line!(self, "__imag__ {place} = {im};");
            }
            Type::Pointer => {
                self.pointees();
                let index = self.rng.below(POINTEES);
                line!(self, "{place} = &pointees[{index}];");
            }
            Type::Array(element, count) => {
                for index in 0..*count {
                    self.fill(element, &format!("{place}[{index}]"));
                }
            }
            Type::Struct(structure) => {
                for (name, member) in &structure.members {
                    self.fill(member, &format!("{place}.{name}"));
                }
            }
        }
    }

    /// Hashes every part of a value.
    pub(super) fn mix(&mut self, ty: &Type, value: &str) {
        match ty {
            Type::Int(int) if int.bits == 128 => {
                line!(self, "mix_wide((unsigned __int128)({value}));");
            }
            Type::Int(_) => line!(self, "mix((uint64_t)({value}));"),
            Type::Float(float) => line!(self, "{}({value});", float.mix),
            Type::Complex(float) => {
                line!(self, "{}(__real__ ({value}));", float.mix);
                line!(self, "{}(__imag__ ({value}));", float.mix);
            }
            Type::Pointer => self.mix_pointer(value),
            Type::Array(element, count) => {
                for index in 0..*count {
                    self.mix(element, &format!("{value}[{index}]"));
                }
            }
            Type::Struct(structure) => {
                for (name, member) in &structure.members {
                    self.mix(member, &format!("{value}.{name}"));
                }
            }
        }
    }

    /// Hashes the target of a pointer: its index and its value.
    fn mix_pointer(&mut self, value: &str) {
        self.pointees();
        line!(
            self,
            "mix(({value}) ? (uint64_t)(({value}) - pointees) + (unsigned)*({value}) : 99);"
        );
    }

    /// Declares a local variable and gives it a value.
    pub(super) fn variable(&mut self, ty: &Type) -> String {
        let name = self.name("v");
        line!(self, "{};", declaration(ty, &name));
        self.fill(ty, &name);
        name
    }

    /// Declares the array that pointers point to, once.
    pub(super) fn pointees(&mut self) {
        if !self.declarations.contains("int pointees[") {
            let values: Vec<String> = (0..POINTEES).map(|n| (n * n + 3).to_string()).collect();
            let text = format!(
                "static int pointees[{POINTEES}] = {{{}}};\n",
                values.join(", ")
            );
            self.declarations.insert_str(0, &text);
        }
    }
}

/// The number of objects that pointers may point to.
const POINTEES: usize = 8;

/// The declaration of a variable or member.
pub(super) fn declaration(ty: &Type, name: &str) -> String {
    match ty {
        Type::Int(int) => format!("{} {name}", int.name),
        Type::Float(float) => format!("{} {name}", float.name),
        Type::Complex(float) => format!("_Complex {} {name}", float.name),
        Type::Pointer => format!("int *{name}"),
        Type::Array(element, count) => declaration(element, &format!("{name}[{count}]")),
        Type::Struct(structure) => format!("struct {} {name}", structure.tag),
    }
}

/// The name of a type that is not an array.
pub(super) fn type_name(ty: &Type) -> String {
    declaration(ty, "").trim_end().to_owned()
}
