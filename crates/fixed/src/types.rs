//! Floating-point types replaced by integer types of the same size and alignment.
//!
//! Where an integer type of the width is laid out differently (`long double` of 32-bit machines)
//! the floating-point type stays, as a name for its bits.

use cassay_base::{Id, IndexVec};
use cassay_ir::{Field, FloatKind, Program, StructType, Type, TypeId};
use std::collections::BTreeSet;

/// What becomes of every type that was there before.
pub(crate) struct TypeMap {
    to: IndexVec<TypeId, TypeId>,
    float: IndexVec<TypeId, bool>,
}

impl TypeMap {
    /// Enters the new types. Components of a type stand before it in the table.
    pub(crate) fn new(program: &mut Program) -> Self {
        let mut map = TypeMap {
            to: IndexVec::new(),
            float: IndexVec::new(),
        };
        for id in program.types.ids() {
            let ty = program.types.get(id).clone();
            let (to, float) = map.of(program, id, ty);
            map.to.push(to);
            map.float.push(float);
        }
        map
    }

    fn of(&self, program: &mut Program, id: TypeId, ty: Type) -> (TypeId, bool) {
        match ty {
            Type::Void | Type::Int(_) | Type::Ptr => (id, false),
            Type::Float(kind) => (storage(program, id, kind), true),
            Type::Array { elem, len } => {
                let elem_to = self.get(elem);
                let array = Type::Array { elem: elem_to, len };
                (program.types.intern(array), self.is_float(elem))
            }
            Type::Vector { elem, len } => {
                let elem_to = self.get(elem);
                let vector = Type::Vector { elem: elem_to, len };
                (program.types.intern(vector), self.is_float(elem))
            }
            Type::Struct(layout) => {
                let float = layout.fields.iter().any(|field| self.is_float(field.ty));
                let fields = layout.fields.iter().map(|field| Field {
                    offset: field.offset,
                    ty: self.get(field.ty),
                });
                let layout = StructType {
                    fields: fields.collect(),
                    ..layout
                };
                (program.types.intern(Type::Struct(layout)), float)
            }
        }
    }

    /// What a type becomes; types made since stay.
    pub(crate) fn get(&self, ty: TypeId) -> TypeId {
        self.to.get(ty).copied().unwrap_or(ty)
    }

    /// Whether there are floating-point numbers in a type.
    pub(crate) fn is_float(&self, ty: TypeId) -> bool {
        self.float.get(ty).copied().unwrap_or(false)
    }
}

fn storage(program: &mut Program, id: TypeId, kind: FloatKind) -> TypeId {
    let int = program.types.int(kind.bits());
    let types = &program.types;
    let same = types.align(int) == types.align(id) && types.alloc_size(int) == types.alloc_size(id);
    if same { int } else { id }
}

/// The formats that something in the program has.
pub(crate) fn used_kinds(program: &Program) -> Vec<FloatKind> {
    let mut seen = vec![false; program.types.ids().len()];
    let mut kinds = BTreeSet::new();
    let mut stack: Vec<TypeId> = program.globals.iter().map(|global| global.ty).collect();
    for function in program.functions.iter().filter(|f| f.has_body()) {
        stack.push(function.ret);
        stack.extend(function.temps.iter().map(|temp| temp.ty));
        stack.extend(function.locals.iter().map(|local| local.ty));
    }
    while let Some(ty) = stack.pop() {
        if seen.get(ty.index()).copied().unwrap_or(true) {
            continue;
        }
        seen[ty.index()] = true;
        match program.types.get(ty) {
            Type::Void | Type::Int(_) | Type::Ptr => {}
            Type::Float(kind) => {
                kinds.insert(*kind);
            }
            Type::Array { elem, .. } | Type::Vector { elem, .. } => stack.push(*elem),
            Type::Struct(layout) => stack.extend(layout.fields.iter().map(|field| field.ty)),
        }
    }
    kinds.into_iter().collect()
}

/// Gives variables and functions without a body their new types.
pub(crate) fn replace(program: &mut Program, map: &TypeMap) {
    for global in program.globals.iter_mut() {
        global.ty = map.get(global.ty);
    }
    for function in program.functions.iter_mut() {
        function.ret = map.get(function.ret);
        for local in function.locals.iter_mut() {
            local.ty = map.get(local.ty);
        }
        if !function.has_body() {
            for temp in function.temps.iter_mut() {
                temp.ty = map.get(temp.ty);
            }
        }
    }
}
