//! Structures passed, returned and copied by value, in every shape that calling conventions
//! distinguish.

use super::Gen;
use super::types::{Type, declaration, type_name};

/// Functions that take and return structures among other arguments.
pub(super) fn by_value(generator: &mut Gen) {
    for _ in 0..generator.rng.between(1, 3) {
        let result = Type::Struct(generator.structure(1));
        let mut parameters = vec![result.clone()];
        for _ in 0..generator.rng.between(0, 7) {
            let parameter = if generator.rng.one_in(3) {
                Type::Struct(generator.structure(0))
            } else {
                scalar(generator)
            };
            let index = generator.rng.below(parameters.len() + 1);
            parameters.insert(index, parameter);
        }
        let function = function(generator, &result, &parameters);
        let arguments: Vec<String> = parameters.iter().map(|ty| generator.variable(ty)).collect();
        let call = format!("{function}({})", arguments.join(", "));
        let name = generator.name("r");
        line!(generator, "{} = {call};", declaration(&result, &name));
        generator.mix(&result, &name);
        // The callee changed only its copies.
        for (ty, argument) in parameters.iter().zip(&arguments) {
            generator.mix(ty, argument);
        }
    }
}

/// A type that is no array and no structure.
fn scalar(generator: &mut Gen) -> Type {
    match generator.rng.below(8) {
        0..=3 => Type::Int(generator.int()),
        4 => Type::Pointer,
        5 => Type::Complex(generator.rng.pick(&super::types::FLOATS[..3])),
        _ => Type::Float(generator.float()),
    }
}

/// Declares a function that hashes its parameters, changes them, and returns one of the type.
fn function(generator: &mut Gen, result: &Type, parameters: &[Type]) -> String {
    let name = generator.name("f");
    let names: Vec<String> = (0..parameters.len()).map(|n| format!("p{n}")).collect();
    let list: Vec<String> = parameters
        .iter()
        .zip(&names)
        .map(|(ty, name)| declaration(ty, name))
        .collect();
    let chosen = parameters
        .iter()
        .position(|ty| type_name(ty) == type_name(result))
        .unwrap_or(0);
    let body = generator.collect(|generator| {
        for (ty, name) in parameters.iter().zip(&names) {
            generator.mix(ty, name);
        }
        for (ty, name) in parameters.iter().zip(&names) {
            if generator.rng.one_in(2) {
                generator.fill(ty, name);
            }
        }
        line!(generator, "return {};", names[chosen]);
    });
    declare!(
        generator,
        "static {} {name}({}) {{\n{body}}}",
        type_name(result),
        list.join(", ")
    );
    name
}

/// Assignments of whole structures: between objects, elements, through pointers and literals.
pub(super) fn copies(generator: &mut Gen) {
    let structure = generator.structure(2);
    let ty = Type::Struct(structure.clone());
    let tag = &structure.tag;
    let a = generator.variable(&ty);
    let b = generator.variable(&ty);
    let array = generator.name("a");
    let count = generator.rng.between(2, 4);
    line!(generator, "struct {tag} {array}[{count}] = {{{a}}};");
    let pointer = generator.name("q");
    line!(generator, "struct {tag} *{pointer} = {array};");
    for _ in 0..generator.rng.between(3, 7) {
        let index = generator.rng.below(count);
        let text = match generator.rng.below(6) {
            0 => format!("{array}[{index}] = {b};"),
            1 => format!("*{pointer} = {a};"),
            2 => format!("{b} = {array}[{index}];"),
            3 => format!("{pointer} = &{array}[{index}];"),
            4 => format!("{a} = (mix(7), {b});"),
            _ => format!("{a} = {pointer} == {array} ? *{pointer} : {b};"),
        };
        generator.line(&text);
        let (name, member) = &structure.members[generator.rng.below(structure.members.len())];
        generator.fill(member, &format!("{pointer}->{name}"));
    }
    for index in 0..count {
        generator.mix(&ty, &format!("{array}[{index}]"));
    }
    generator.mix(&ty, &a);
    generator.mix(&ty, &b);
    line!(
        generator,
        "mix(sizeof(struct {tag}) + 100 * _Alignof(struct {tag}) + 10000 * __builtin_offsetof(struct {tag}, {}));",
        structure.members[structure.members.len() - 1].0
    );
}
