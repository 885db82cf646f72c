//! Symbol resolution across modules: which definition a name refers to.
//!
//! The rules are a linker's: local symbols belong to their module; of several definitions of a
//! shared symbol the strongest is taken, and two strong ones are an error.

use crate::FrontendError;
use crate::dialects;
use crate::foreign;
use crate::function_names::FunctionNames;
use crate::library;
use crate::link_models::ADDRESS_OF;
use crate::llvm::{self, GlobalRef, Ident, Linkage};
use crate::lower::{Lowered, Lowering, Unit, UnitIndex, Unsupported};
use crate::readable;
use cassay_base::Span;
use cassay_ir::{
    CType, CTypeId, CTypeTable, FuncId, Function, Global, GlobalId, Initializer, Temp, Type,
    TypeId, TypeTable,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The address of a symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Address {
    /// A global variable plus a byte offset.
    Global(GlobalId, i64),
    /// A function.
    Function(FuncId),
    /// Null: a weak symbol without a definition.
    Null,
}

/// How strongly a symbol is defined; stronger ones replace weaker ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Declared,
    /// An inline copy of a function defined elsewhere.
    Copy,
    Weak,
    Common,
    Strong,
}

#[derive(Clone, Copy)]
struct Definition {
    unit: UnitIndex,
    strength: Strength,
    is_function: bool,
    /// For common symbols: the largest of several is taken.
    size: u64,
}

/// The definition of every shared symbol.
struct Definitions {
    by_name: HashMap<Arc<str>, Definition>,
}

impl Definitions {
    /// Selects the definition of each shared symbol.
    fn collect(units: &[Unit]) -> Result<Self, FrontendError> {
        let mut definitions = Definitions {
            by_name: HashMap::new(),
        };
        for (unit, source) in units.iter().enumerate() {
            let module = &source.module;
            for function in &module.functions {
                let strength = strength(function.linkage, function.body.is_some());
                definitions.add(units, unit, &function.name, strength, true, 0)?;
            }
            for global in &module.globals {
                let strength = strength(global.linkage, global.init.is_some());
                let size = rough_size(&global.ty);
                definitions.add(units, unit, &global.name, strength, false, size)?;
            }
            for alias in module.aliases.iter().chain(&module.ifuncs) {
                let strength = strength(alias.linkage, true);
                let is_function = matches!(alias.ty, llvm::Type::Function(_));
                definitions.add(units, unit, &alias.name, strength, is_function, 0)?;
            }
        }
        Ok(definitions)
    }

    fn add(
        &mut self,
        units: &[Unit],
        unit: UnitIndex,
        name: &Ident,
        strength: Option<Strength>,
        is_function: bool,
        size: u64,
    ) -> Result<(), FrontendError> {
        let (Ident::Name(name), Some(strength)) = (name, strength) else {
            return Ok(());
        };
        if name.starts_with("llvm.") {
            return Ok(());
        }
        let new = Definition {
            unit,
            strength,
            is_function,
            size,
        };
        let Some(old) = self.by_name.get_mut(name) else {
            self.by_name.insert(name.clone(), new);
            return Ok(());
        };
        // A definition of the program replaces the library's, even if it comes with a model that is
        // needed for another function.
        let own = !units[old.unit].is_model && old.strength > Strength::Copy;
        if units[unit].is_model && own {
            return Ok(());
        }
        if old.is_function != is_function {
            return Err(FrontendError::KindConflict {
                name: name.to_string(),
                first: units[old.unit].path.clone(),
                second: units[unit].path.clone(),
            });
        }
        if strength == Strength::Strong && old.strength == Strength::Strong {
            return Err(FrontendError::DuplicateDefinition {
                name: name.to_string(),
                first: units[old.unit].path.clone(),
                second: units[unit].path.clone(),
            });
        }
        let larger = strength == Strength::Common && old.strength == strength && size > old.size;
        if strength > old.strength || larger {
            *old = new;
        }
        Ok(())
    }

    /// The module whose definition of a shared symbol is used.
    fn unit_of(&self, name: &str) -> Option<UnitIndex> {
        self.by_name.get(name).map(|definition| definition.unit)
    }
}

fn is_defined(symbol: &GlobalRef<'_>) -> bool {
    match symbol {
        GlobalRef::Global(global) => global.init.is_some(),
        GlobalRef::Function(function) => function.body.is_some(),
        GlobalRef::Alias(_) | GlobalRef::Ifunc(_) => true,
    }
}

/// How strong a symbol is; `None` for one that is local to its module.
fn strength(linkage: Linkage, defined: bool) -> Option<Strength> {
    match linkage {
        Linkage::Private | Linkage::Internal | Linkage::Appending => None,
        Linkage::ExternWeak => Some(Strength::Declared),
        Linkage::AvailableExternally => Some(Strength::Copy),
        Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr => {
            Some(Strength::Weak)
        }
        Linkage::Common => Some(Strength::Common),
        Linkage::External => Some(if defined {
            Strength::Strong
        } else {
            Strength::Declared
        }),
    }
}

/// A size by which common symbols of one name are compared.
fn rough_size(ty: &llvm::Type) -> u64 {
    match ty {
        llvm::Type::Array { len, elem } => len.saturating_mul(rough_size(elem)),
        llvm::Type::Int(width) => u64::from(width.div_ceil(8)),
        _ => 8,
    }
}

/// What the names of the modules refer to in the program.
pub(crate) struct Symbols<'m> {
    definitions: Definitions,
    /// Symbols already resolved, by module.
    resolved: Vec<HashMap<&'m Ident, Lowered<Address>>>,
    /// Symbols visible to all modules.
    pub shared: HashMap<&'m str, Address>,
    /// Functions that have a body, lowered already or later.
    pub defined: HashSet<FuncId>,
    /// Functions whose last parameter leads to a block of variable arguments.
    pub takes_block: HashSet<FuncId>,
    /// Names of functions already given.
    function_names: HashSet<Arc<str>>,
    /// What people call functions.
    pub names: FunctionNames,
}

impl Symbols<'_> {
    /// Selects the definitions; nothing is in the program yet.
    pub fn new(units: &[Unit], entry: Option<&str>) -> Result<Self, FrontendError> {
        Ok(Symbols {
            definitions: Definitions::collect(units)?,
            resolved: units.iter().map(|_| HashMap::new()).collect(),
            shared: HashMap::new(),
            defined: HashSet::new(),
            takes_block: HashSet::new(),
            function_names: HashSet::new(),
            names: FunctionNames::new(units, entry),
        })
    }

    /// A unique name for a function: local functions of several files may share theirs.
    fn unused_name(&mut self, symbol: &str) -> Arc<str> {
        let name = self.names.of(symbol);
        let mut candidate: Arc<str> = name.into();
        let mut number = 1u32;
        while !self.function_names.insert(candidate.clone()) {
            number += 1;
            candidate = format!("{name}.{number}").into();
        }
        candidate
    }
}

impl<'m> Lowering<'m> {
    /// The address of a symbol used in a module.
    pub fn resolve(&mut self, unit: UnitIndex, name: &'m Ident) -> Lowered<Address> {
        if let Some(known) = self.symbols.resolved[unit].get(name) {
            return known.clone();
        }
        // A cycle of aliases ends here instead of recursing for ever.
        let cycle = Err(Unsupported::new(format!("cyclic alias `{name}`")));
        self.symbols.resolved[unit].insert(name, cycle);
        let address = self.resolve_new(unit, name);
        self.symbols.resolved[unit].insert(name, address.clone());
        address
    }

    fn resolve_new(&mut self, unit: UnitIndex, name: &'m Ident) -> Lowered<Address> {
        let module = &self.units[unit].module;
        let Some(local) = module.lookup(name) else {
            return Err(Unsupported::new(format!("undeclared symbol `{name}`")));
        };
        let linkage = match local {
            GlobalRef::Global(global) => global.linkage,
            GlobalRef::Function(function) => function.linkage,
            GlobalRef::Alias(alias) | GlobalRef::Ifunc(alias) => alias.linkage,
        };
        let shared = match (name, strength(linkage, false)) {
            (Ident::Name(name), Some(_)) => Some(&**name),
            (Ident::Name(_) | Ident::Number(_), _) => None,
        };
        let Some(shared) = shared else {
            return self.enter(unit, local);
        };
        if let Some(&address) = self.symbols.shared.get(shared) {
            return Ok(address);
        }
        let owner = self.symbols.definitions.unit_of(shared).unwrap_or(unit);
        let definition = self.units[owner].module.lookup(name).unwrap_or(local);
        // A function whose calls the front-end lowers itself has a body for calls through pointers.
        // All bodies are entered before anything refers to them.
        if !is_defined(&definition)
            && let Some(&address) = self.symbols.shared.get(&*format!("{ADDRESS_OF}{shared}"))
        {
            self.symbols.shared.insert(shared, address);
            return Ok(address);
        }
        let address = if linkage == Linkage::ExternWeak && !is_defined(&definition) {
            Address::Null
        } else {
            self.enter(owner, definition)?
        };
        self.symbols.shared.insert(shared, address);
        Ok(address)
    }

    /// Enters a symbol into the program.
    fn enter(&mut self, unit: UnitIndex, symbol: GlobalRef<'m>) -> Lowered<Address> {
        match symbol {
            GlobalRef::Global(global) => Ok(Address::Global(self.new_global(unit, global)?, 0)),
            GlobalRef::Function(function) => {
                Ok(Address::Function(self.new_function(unit, function)?))
            }
            GlobalRef::Alias(alias) => self.constant_address(unit, &alias.target),
            GlobalRef::Ifunc(ifunc) => Err(Unsupported::new(format!(
                "indirect function `{}`",
                ifunc.name
            ))),
        }
    }

    fn new_global(&mut self, unit: UnitIndex, global: &'m llvm::Global) -> Lowered<GlobalId> {
        let ty = self.lower_type(unit, &global.ty)?;
        if global.init.is_none()
            && let Ident::Name(name) = &global.name
            && let Some(refusal) = dialects::refusal(name)
        {
            return Err(refusal);
        }
        if global.init.is_none()
            && let Ident::Name(name) = &global.name
            && let Some(refusal) = foreign::refused_variable(name)
        {
            return Err(refusal);
        }
        if global.init.is_none() && self.program.types.alloc_size(ty) == 0 {
            return Ok(self.new_address(&global.name));
        }
        let described = self.debug[unit].global(&mut self.program, global);
        // A tentative definition may be merged with others; the compiler marks none constant.
        let tentative = global.linkage == Linkage::Common;
        let (name, ctype, span, constant) = match described {
            Some(variable) => {
                let constant = tentative && variable.constant;
                (variable.name, variable.ctype, variable.span, constant)
            }
            None => ("".into(), self.guessed_ctype(ty), Span::NONE, false),
        };
        let symbol = global.name.to_string();
        let name = match readable::readable(&symbol) {
            Some(readable) => readable.short.into(),
            None if name.is_empty() => Arc::from(symbol),
            None => name,
        };
        let id = self.program.globals.push(Global {
            address_of: None,
            name,
            ty,
            ctype,
            align: global.align.unwrap_or_else(|| self.program.types.align(ty)),
            init: Initializer::External,
            constant: global.constant || constant,
            thread_local: global.thread_local.is_some(),
            device: false,
            model: self.units[unit].is_model,
            span,
        });
        self.contents.pending.push((id, unit, global));
        Ok(id)
    }

    /// A variable that holds the address of an object of unknown size.
    fn new_address(&mut self, name: &Ident) -> GlobalId {
        let ctype = self.guessed_ctype(TypeTable::PTR);
        let align = u64::from(self.pointer_bits() / 8);
        let id = self.program.globals.push(Global {
            address_of: Some(name.to_string().into()),
            name: format!("address of {name}").into(),
            ty: TypeTable::PTR,
            ctype,
            align,
            init: Initializer::Parts(Vec::new()),
            constant: false,
            thread_local: false,
            model: false,
            device: false,
            span: Span::NONE,
        });
        self.contents.by_address.insert(id);
        id
    }

    /// A source type for a scalar without debug information, so that people see a number rather
    /// than bytes.
    fn guessed_ctype(&mut self, ty: TypeId) -> CTypeId {
        let ctype = match self.program.types.get(ty) {
            Type::Int(bits) => CType::Int {
                name: format!("int{bits}_t").into(),
                bits: *bits,
                signed: true,
            },
            Type::Float(kind) => CType::Float {
                name: kind.name().into(),
                bits: kind.bits(),
            },
            Type::Ptr => CType::Pointer(CTypeTable::UNKNOWN),
            Type::Void | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                return CTypeTable::UNKNOWN;
            }
        };
        self.program.ctypes.push(ctype)
    }

    fn new_function(&mut self, unit: UnitIndex, source: &'m llvm::Function) -> Lowered<FuncId> {
        let ret = self.lower_type(unit, &source.ret)?;
        let symbol = source.name.to_string();
        let symbol = symbol.strip_prefix(ADDRESS_OF).unwrap_or(&symbol);
        let name = self.symbols.unused_name(symbol);
        let mut function = Function::declaration(name, ret, source.varargs);
        if &*function.name != symbol && self.symbols.names.of(symbol) != symbol {
            function.symbol = Some(symbol.into());
        }
        for param in &source.params {
            let ty = self.lower_type(unit, &param.ty)?;
            let temp = function.temps.push(Temp { ty });
            function.params.push(temp);
        }
        function.span = self.debug[unit].function_span(&mut self.program, source);
        function.model = self.units[unit].is_model;
        function.library = source.body.is_none() && library::is_declared(symbol);
        let takes_block = source.varargs && source.body.is_some();
        if takes_block {
            let temp = function.new_temp(TypeTable::PTR);
            function.params.push(temp);
            function.variadic = false;
        }
        let id = self.program.functions.push(function);
        if takes_block {
            self.symbols.takes_block.insert(id);
        }
        Ok(id)
    }

    /// Enters a function that has a body; `None` if another module's definition is used or its type
    /// cannot be lowered (its callers then report that).
    pub fn define_function(
        &mut self,
        unit: UnitIndex,
        function: &'m llvm::Function,
    ) -> Option<FuncId> {
        if let Ident::Name(name) = &function.name
            && strength(function.linkage, true).is_some()
            && self.symbols.definitions.unit_of(name) != Some(unit)
        {
            return None;
        }
        match self.resolve(unit, &function.name) {
            Ok(Address::Function(id)) => Some(id),
            Ok(Address::Global(_, _) | Address::Null) | Err(_) => None,
        }
    }
}
