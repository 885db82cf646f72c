//! Handlers of the undefined-behaviour sanitizer: the property that each reports.
//!
//! A handler's first argument points to its data: the location in the source and the types
//! involved.

use crate::llvm::{Call, Constant, Module, TypedConstant, Value};
use cassay_ir::{Property, PropertyClass};

/// A type as the sanitizer describes it.
struct Described {
    /// In quotes, as in `'unsigned int'`.
    name: String,
    signed: bool,
}

/// The property that a handler reports; `None` for checks that are not supported.
pub(crate) fn property(module: &Module, call: &Call) -> Option<Property> {
    use PropertyClass as Class;
    let name = call.callee_name()?.strip_prefix("__ubsan_handle_")?;
    let name = name.strip_suffix("_abort").unwrap_or(name);
    let name = name.strip_suffix("_minimal").unwrap_or(name);
    let types = described_types(module, call);
    let first = types.first();
    let signed = first.is_none_or(|ty| ty.signed);
    let in_type = |text: &str| match first {
        Some(ty) => format!("{text} in type {}", ty.name),
        None => text.to_owned(),
    };
    let arithmetic = |class: PropertyClass, operation: &str| {
        if signed {
            Property::new(class, in_type(class.title()))
        } else {
            let text = format!("unsigned {operation} wraps around");
            Property::new(Class::UnsignedOverflow, in_type(&text))
        }
    };
    Some(match name {
        "add_overflow" => arithmetic(Class::OverflowAdd, "addition"),
        "sub_overflow" => arithmetic(Class::OverflowSub, "subtraction"),
        "mul_overflow" => arithmetic(Class::OverflowMul, "multiplication"),
        "negate_overflow" => arithmetic(Class::OverflowNeg, "negation"),
        "divrem_overflow" if signed && !divides_by_zero(call) => {
            Property::new(Class::OverflowDiv, in_type(Class::OverflowDiv.title()))
        }
        "divrem_overflow" => Property::of(Class::DivisionByZero),
        "shift_out_of_bounds" => Property::new(Class::Shift, in_type(Class::Shift.title())),
        "out_of_bounds" => Property::new(
            Class::ArrayBounds,
            match first {
                Some(ty) => format!("index out of bounds for type {}", ty.name),
                None => Class::ArrayBounds.title().to_owned(),
            },
        ),
        "vla_bound_not_positive" => Property::of(Class::VlaSize),
        "builtin_unreachable" => Property::of(Class::Unreachable),
        "missing_return" => Property::of(Class::MissingReturn),
        "invalid_builtin" => Property::of(Class::InvalidBuiltin),
        "float_cast_overflow" => {
            Property::new(Class::FloatCast, conversion(&types, Class::FloatCast))
        }
        "implicit_conversion" => {
            Property::new(Class::Conversion, conversion(&types, Class::Conversion))
        }
        _ => return None,
    })
}

/// The length of the array whose index a handler reports, if the type is spelled out: `'int[4]'`,
/// `'row' (aka 'int[4]')`.
pub(crate) fn array_length(module: &Module, call: &Call) -> Option<i128> {
    let types = described_types(module, call);
    let name = &types.first()?.name;
    let written = name.rsplit("(aka ").next()?;
    let (_, rest) = written.split_once('[')?;
    rest.split(']').next()?.parse().ok()
}

/// The name of the first type that a handler is about, in quotes.
pub(crate) fn type_name(module: &Module, call: &Call) -> Option<String> {
    let types = described_types(module, call);
    types.into_iter().next().map(|ty| ty.name)
}

/// Whether the divisor a handler reports is the constant zero.
fn divides_by_zero(call: &Call) -> bool {
    let divisor = call.args.get(2).map(|argument| &argument.value);
    matches!(divisor, Some(Value::Const(Constant::Int(value))) if value.is_zero())
}

fn conversion(types: &[Described], class: PropertyClass) -> String {
    match types {
        [from, to, ..] => format!("{} (from {} to {})", class.title(), from.name, to.name),
        _ => class.title().to_owned(),
    }
}

/// The type descriptors that the handler's data points to.
fn described_types(module: &Module, call: &Call) -> Vec<Described> {
    let data = call.args.first().map(|argument| &argument.value);
    let Some(Value::Const(constant)) = data else {
        return Vec::new();
    };
    global_fields(module, constant)
        .iter()
        .filter_map(|field| described(module, &field.value))
        .collect()
}

fn global_fields<'m>(module: &'m Module, constant: &Constant) -> &'m [TypedConstant] {
    let Constant::Global(name) = constant else {
        return &[];
    };
    match module.lookup(name) {
        Some(crate::llvm::GlobalRef::Global(global)) => match &global.init {
            Some(TypedConstant {
                value: Constant::Struct { fields, .. },
                ..
            }) => fields,
            _ => &[],
        },
        _ => &[],
    }
}

/// A type descriptor: kind (0 for integers), width and sign in one number, name.
fn described(module: &Module, constant: &Constant) -> Option<Described> {
    let [kind, info, name] = global_fields(module, constant) else {
        return None;
    };
    let (Constant::Int(kind), Constant::Int(info), Constant::Bytes(name)) =
        (&kind.value, &info.value, &name.value)
    else {
        return None;
    };
    let text = name.split(|byte| *byte == 0).next().unwrap_or(&[]);
    Some(Described {
        name: String::from_utf8_lossy(text).into_owned(),
        signed: !kind.is_zero() || info.as_i128().is_some_and(|info| info & 1 == 1),
    })
}
