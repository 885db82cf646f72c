//! Debug information: places, variable names and source types.
//!
//! Debug information is only for people; a missing or malformed node gives an unknown location or
//! type, never an error. Source types are filled in from a queue, so that long chains of pointers
//! between structures need no deep recursion.

use crate::llvm::{self, FieldValue, Metadata, MetadataId, MetadataNode, NodeBody};
use crate::readable::shortened;
use cassay_base::{FileId, Span};
use cassay_ir::{CType, CTypeId, CTypeTable, Member, Program, Signature};
use std::collections::HashMap;
use std::sync::Arc;

/// Compilers make no longer chains of scopes and qualifiers than this.
const MAX_CHAIN: u32 = 500;

/// What the source says about a variable.
pub(crate) struct SourceVariable {
    /// Its name; empty for a variable of the compiler.
    pub name: Arc<str>,
    pub ctype: CTypeId,
    pub span: Span,
    /// For a parameter, its index from 0.
    pub param: Option<u32>,
    /// Whether its type, or that of its elements, is qualified as constant.
    pub constant: bool,
}

/// The debug information of a module, read on demand.
pub(crate) struct DebugInfo<'m> {
    module: &'m llvm::Module,
    files: HashMap<MetadataId, FileId>,
    scopes: HashMap<MetadataId, Option<FileId>>,
    ctypes: HashMap<MetadataId, CTypeId>,
    queue: Vec<(MetadataId, CTypeId)>,
}

impl<'m> DebugInfo<'m> {
    pub fn new(module: &'m llvm::Module) -> Self {
        DebugInfo {
            module,
            files: HashMap::new(),
            scopes: HashMap::new(),
            ctypes: HashMap::new(),
            queue: Vec::new(),
        }
    }

    /// The location of a `DILocation`; line 0 means that there is none.
    ///
    /// Where a compiler has inlined a function of its library, the place is that of the call.
    pub fn span(&mut self, program: &mut Program, location: &Metadata) -> Span {
        let mut first = None;
        let mut at = self.module.resolve(location);
        for _ in 0..MAX_CHAIN {
            let Some(node) = at else { break };
            let span = self.span_of(program, node);
            if !program.is_in_library(span) {
                return span;
            }
            first = first.or(Some(span));
            at = node
                .field_ref("inlinedAt")
                .and_then(|id| self.module.node(id));
        }
        first.unwrap_or(Span::NONE)
    }

    fn span_of(&mut self, program: &mut Program, node: &MetadataNode) -> Span {
        let line = number(node, "line");
        let file = node
            .field_ref("scope")
            .and_then(|scope| self.scope_file(program, scope));
        match file {
            Some(file) if line != 0 => Span {
                file,
                line,
                column: number(node, "column"),
            },
            _ => Span::NONE,
        }
    }

    /// The name of the function that a `DILocation` is in, before any inlining.
    pub fn scope_name(&self, location: &Metadata) -> Option<&'m str> {
        let module = self.module;
        module
            .node(module.resolve(location)?.field_ref("scope")?)?
            .field_str("name")
    }

    /// The name of the file of a `DILocation`; empty where there is none.
    pub fn file_name(&self, location: &Metadata) -> &'m str {
        let module = self.module;
        let file = module
            .resolve(location)
            .and_then(|node| module.node(node.field_ref("scope")?))
            .and_then(|scope| module.node(scope.field_ref("file")?))
            .and_then(|file| file.field_str("filename"));
        file.unwrap_or("")
    }

    /// Where a function is defined.
    pub fn function_span(&mut self, program: &mut Program, function: &llvm::Function) -> Span {
        let module = self.module;
        match function.metadata("dbg").and_then(|dbg| module.resolve(dbg)) {
            Some(node) => self.own_span(program, node),
            None => Span::NONE,
        }
    }

    /// Whether a parameter, counted from 0, is declared as a pointer to a `const` type.
    pub fn points_to_constant(&self, function: &llvm::Function, index: usize) -> bool {
        self.parameter_pointee(function, index)
            .is_some_and(|pointee| self.is_constant(pointee))
    }

    /// The pointee of the declared type of a pointer parameter.
    fn parameter_pointee(
        &self,
        function: &llvm::Function,
        index: usize,
    ) -> Option<Option<MetadataId>> {
        let module = self.module;
        let node = module.resolve(function.metadata("dbg")?)?;
        let signature = module.node(node.field_ref("type")?)?;
        let types = module.node(signature.field_ref("types")?)?.tuple();
        // The first entry is the result; the hidden parameter for a result in memory is not in the
        // list.
        let hidden = usize::from(
            function
                .params
                .first()
                .is_some_and(|param| param.attrs.sret().is_some()),
        );
        // Arguments that the calling convention splits cannot be matched with parameters.
        if types.len() != function.params.len() + 1 - hidden + usize::from(function.varargs) {
            return None;
        }
        let mut at = match types.get((index + 1).checked_sub(hidden)?)? {
            Metadata::Ref(id) => *id,
            _ => return None,
        };
        for _ in 0..MAX_CHAIN {
            let node = module.node(at)?;
            match node.field_keyword("tag") {
                Some("DW_TAG_pointer_type") => return Some(node.field_ref("baseType")),
                Some(
                    "DW_TAG_typedef"
                    | "DW_TAG_const_type"
                    | "DW_TAG_volatile_type"
                    | "DW_TAG_restrict_type"
                    | "DW_TAG_atomic_type",
                ) => at = node.field_ref("baseType")?,
                _ => return None,
            }
        }
        None
    }

    /// Whether a type, or that of its elements, is qualified as constant.
    fn is_constant(&self, id: Option<MetadataId>) -> bool {
        let mut at = id;
        for _ in 0..MAX_CHAIN {
            let Some(node) = at.and_then(|id| self.module.node(id)) else {
                return false;
            };
            match node.field_keyword("tag") {
                Some("DW_TAG_const_type") => return true,
                Some(
                    "DW_TAG_typedef"
                    | "DW_TAG_volatile_type"
                    | "DW_TAG_restrict_type"
                    | "DW_TAG_atomic_type"
                    | "DW_TAG_array_type",
                ) => at = node.field_ref("baseType"),
                _ => return false,
            }
        }
        false
    }

    /// What the source says about a global variable.
    pub fn global(
        &mut self,
        program: &mut Program,
        global: &llvm::Global,
    ) -> Option<SourceVariable> {
        let module = self.module;
        let expression = module.resolve(global.metadata("dbg")?)?;
        let variable = match expression.field_ref("var") {
            Some(id) => module.node(id)?,
            None => expression,
        };
        Some(self.variable(program, variable))
    }

    /// What the source says about a local variable, given its `DILocalVariable`.
    pub fn local(&mut self, program: &mut Program, node: &Metadata) -> Option<SourceVariable> {
        let node = self.module.resolve(node)?;
        Some(self.variable(program, node))
    }

    fn variable(&mut self, program: &mut Program, node: &MetadataNode) -> SourceVariable {
        let made_by_compiler = node.has_flag("flags", "DIFlagArtificial");
        let name = node.field_str("name").filter(|_| !made_by_compiler);
        let arg = number(node, "arg");
        SourceVariable {
            name: name.unwrap_or("").into(),
            ctype: self.ctype(program, node.field_ref("type")),
            span: self.own_span(program, node),
            param: arg.checked_sub(1),
            constant: self.is_constant(node.field_ref("type")),
        }
    }

    /// The place of a node that has a file and a line of its own.
    fn own_span(&mut self, program: &mut Program, node: &MetadataNode) -> Span {
        let line = number(node, "line");
        let file = node.field_ref("file").and_then(|id| self.file(program, id));
        match file {
            Some(file) if line != 0 => Span {
                file,
                line,
                column: 0,
            },
            _ => Span::NONE,
        }
    }

    /// The file of a scope or of the scopes around it.
    fn scope_file(&mut self, program: &mut Program, scope: MetadataId) -> Option<FileId> {
        if let Some(&known) = self.scopes.get(&scope) {
            return known;
        }
        let mut at = scope;
        let mut file = None;
        for _ in 0..MAX_CHAIN {
            let Some(node) = self.module.node(at) else {
                break;
            };
            if node.is("DIFile") {
                file = self.file(program, at);
                break;
            }
            if let Some(id) = node.field_ref("file") {
                file = self.file(program, id);
                break;
            }
            match node.field_ref("scope") {
                Some(outer) => at = outer,
                None => break,
            }
        }
        self.scopes.insert(scope, file);
        file
    }

    fn file(&mut self, program: &mut Program, id: MetadataId) -> Option<FileId> {
        if let Some(&known) = self.files.get(&id) {
            return Some(known);
        }
        let node = self.module.node(id)?;
        let mut name = node.field_str("filename")?;
        // The files of Rust's library are named relative to a folder that tells them from others.
        let folder = node
            .field_str("directory")
            .filter(|folder| folder.starts_with("/rustc/"));
        let joined = folder.map(|folder| format!("{folder}/{name}"));
        if let Some(joined) = &joined {
            name = joined;
        }
        let known = program
            .files
            .iter_enumerated()
            .find(|(_, file)| &***file == name)
            .map(|(file, _)| file);
        let file = known.unwrap_or_else(|| program.files.push(name.into()));
        self.files.insert(id, file);
        Some(file)
    }

    /// The source type that a node describes.
    pub fn ctype(&mut self, program: &mut Program, id: Option<MetadataId>) -> CTypeId {
        let result = self.reserve(program, id);
        while let Some((id, reserved)) = self.queue.pop() {
            let ty = match self.module.node(id) {
                Some(node) => self.describe(program, node),
                None => CType::Unknown,
            };
            if ty == CType::Function
                && let Some(node) = self.module.node(id)
                && let Some(signature) = self.signature(program, node)
            {
                program.ctypes.set_signature(reserved, signature);
            }
            program.ctypes.set(reserved, ty);
        }
        result
    }

    /// The id for a type, to be filled in from the queue. Qualifiers are skipped.
    fn reserve(&mut self, program: &mut Program, id: Option<MetadataId>) -> CTypeId {
        let mut at = id;
        for _ in 0..MAX_CHAIN {
            let Some(id) = at else {
                return program.ctypes.push(CType::Void);
            };
            let qualifies = self.module.node(id).is_some_and(|node| {
                matches!(
                    node.field_keyword("tag"),
                    Some(
                        "DW_TAG_const_type"
                            | "DW_TAG_volatile_type"
                            | "DW_TAG_restrict_type"
                            | "DW_TAG_atomic_type"
                    )
                )
            });
            if qualifies {
                at = self
                    .module
                    .node(id)
                    .and_then(|node| node.field_ref("baseType"));
                continue;
            }
            if let Some(&known) = self.ctypes.get(&id) {
                return known;
            }
            let reserved = program.ctypes.push(CType::Unknown);
            self.ctypes.insert(id, reserved);
            self.queue.push((id, reserved));
            return reserved;
        }
        CTypeTable::UNKNOWN
    }

    fn describe(&mut self, program: &mut Program, node: &'m MetadataNode) -> CType {
        match node.kind() {
            Some("DIBasicType") => basic(program, node),
            Some("DISubroutineType") => CType::Function,
            Some("DIDerivedType") => {
                let base = self.reserve(program, node.field_ref("baseType"));
                match node.field_keyword("tag") {
                    Some("DW_TAG_typedef") => CType::Typedef {
                        name: text(node, "name"),
                        target: base,
                    },
                    Some(
                        "DW_TAG_pointer_type"
                        | "DW_TAG_reference_type"
                        | "DW_TAG_rvalue_reference_type",
                    ) => CType::Pointer(base),
                    _ => CType::Unknown,
                }
            }
            Some("DICompositeType") => self.composite(program, node),
            _ => CType::Unknown,
        }
    }

    /// The parts of a `DISubroutineType`: the result, then the parameters; a null entry at the end
    /// if it is variadic.
    fn signature(&mut self, program: &mut Program, node: &'m MetadataNode) -> Option<Signature> {
        let types = self.module.node(node.field_ref("types")?)?.tuple();
        let mut types: Vec<Option<MetadataId>> = types.iter().map(Metadata::as_ref_id).collect();
        if types.is_empty() {
            return None;
        }
        let variadic = types.len() > 1 && types.last() == Some(&None);
        if variadic {
            types.pop();
        }
        let mut all = types.into_iter().map(|id| self.reserve(program, id));
        let ret = all.next()?;
        let params = all.collect();
        Some(Signature {
            ret,
            params,
            variadic,
        })
    }

    fn composite(&mut self, program: &mut Program, node: &'m MetadataNode) -> CType {
        let name = self.qualified(node);
        let size = bits(node, "size") / 8;
        match node.field_keyword("tag") {
            Some("DW_TAG_array_type") => self.array(program, node),
            Some("DW_TAG_structure_type" | "DW_TAG_class_type") => CType::Struct {
                name,
                size,
                members: self.members(program, node),
            },
            Some("DW_TAG_union_type") => CType::Union {
                name,
                size,
                members: self.members(program, node),
            },
            Some("DW_TAG_enumeration_type") => CType::Enum {
                name,
                bits: u32::try_from(bits(node, "size")).unwrap_or(0),
                values: self
                    .elements(node)
                    .filter_map(|value| {
                        let number = i64::try_from(value.field_int("value")?).ok()?;
                        Some((text(value, "name"), number))
                    })
                    .collect(),
            },
            _ => CType::Unknown,
        }
    }

    fn elements(&self, node: &'m MetadataNode) -> impl Iterator<Item = &'m MetadataNode> + use<'m> {
        let module = self.module;
        node.field_ref("elements")
            .and_then(|id| module.node(id))
            .map_or(&[] as &[Metadata], MetadataNode::tuple)
            .iter()
            .filter_map(|element| module.resolve(element))
    }

    fn array(&mut self, program: &mut Program, node: &'m MetadataNode) -> CType {
        let mut elem = self.reserve(program, node.field_ref("baseType"));
        let lengths: Vec<Option<u64>> = self.elements(node).map(subrange_length).collect();
        let (first, inner) = match lengths.split_first() {
            Some((first, inner)) => (*first, inner),
            None => (None, &[] as &[Option<u64>]),
        };
        for &len in inner.iter().rev() {
            elem = program.ctypes.push(CType::Array { elem, len });
        }
        CType::Array { elem, len: first }
    }

    /// The name of a type, which stands for the part of an object that a base class is.
    fn name_of(&self, ty: Option<MetadataId>) -> Arc<str> {
        let node = ty.and_then(|id| self.module.node(id));
        node.map_or_else(|| "".into(), |node| self.qualified(node))
    }

    /// The name of a type with the namespaces and classes around it, which only C++ has.
    fn qualified(&self, node: &MetadataNode) -> Arc<str> {
        let mut name = node.field_str("name").unwrap_or("").to_owned();
        let mut at = node.field_ref("scope").and_then(|id| self.module.node(id));
        for _ in 0..MAX_CHAIN {
            let Some(scope) = at else { break };
            let namespace = scope.is("DINamespace");
            // In C, a structure that is declared in another is not a part of its name.
            let class = scope.is("DICompositeType") && scope.field_str("identifier").is_some();
            if !namespace && !class || name.is_empty() {
                break;
            }
            let outer = match scope.field_str("name") {
                Some(outer) => outer,
                None if namespace => "(anonymous namespace)",
                None => break,
            };
            name = format!("{outer}::{name}");
            at = scope.field_ref("scope").and_then(|id| self.module.node(id));
        }
        shortened(&name).into()
    }

    fn members(&mut self, program: &mut Program, node: &'m MetadataNode) -> Vec<Member> {
        let mut members = Vec::new();
        for member in self.elements(node) {
            let base = member.field_keyword("tag") == Some("DW_TAG_inheritance");
            // Where a virtual base is, only the table of the object says.
            if base && member.has_flag("flags", "DIFlagVirtual")
                || !base && member.field_keyword("tag") != Some("DW_TAG_member")
                || member.has_flag("flags", "DIFlagStaticMember")
                || member.field_str("name").is_some_and(is_table)
            {
                continue;
            }
            let is_bit_field = member.has_flag("flags", "DIFlagBitField");
            let name = match base {
                true => self.name_of(member.field_ref("baseType")),
                false => text(member, "name"),
            };
            members.push(Member {
                name,
                bit_offset: bits(member, "offset"),
                bit_width: is_bit_field.then(|| u32::try_from(bits(member, "size")).unwrap_or(0)),
                ty: self.reserve(program, member.field_ref("baseType")),
            });
        }
        members
    }
}

/// Whether a member is the pointer to the table of virtual functions, which no source names.
fn is_table(name: &str) -> bool {
    name.starts_with("_vptr$") || name.starts_with("_vptr.")
}

/// The number of elements a `DISubrange` states as a constant.
fn subrange_length(node: &MetadataNode) -> Option<u64> {
    match node.field("count")? {
        FieldValue::Metadata(Metadata::Value(value)) => match &value.value {
            llvm::Value::Const(llvm::Constant::Int(count)) => count.as_u64(),
            _ => None,
        },
        count => u64::try_from(count.as_int()?).ok(),
    }
}

fn basic(program: &mut Program, node: &MetadataNode) -> CType {
    if node.field_keyword("tag") == Some("DW_TAG_unspecified_type") {
        // The type of `nullptr`.
        return CType::Pointer(program.ctypes.push(CType::Void));
    }
    let name = text(node, "name");
    let bits = u32::try_from(bits(node, "size")).unwrap_or(0);
    match node.field_keyword("encoding") {
        Some("DW_ATE_boolean") => CType::Bool,
        Some("DW_ATE_signed_char") => CType::Char { signed: true },
        Some("DW_ATE_unsigned_char") => CType::Char { signed: false },
        Some("DW_ATE_signed") => CType::Int {
            name,
            bits,
            signed: true,
        },
        Some("DW_ATE_unsigned" | "DW_ATE_UTF") => CType::Int {
            name,
            bits,
            signed: false,
        },
        Some("DW_ATE_float") => CType::Float { name, bits },
        Some("DW_ATE_complex_float") => complex(program, name, bits),
        _ => CType::Unknown,
    }
}

/// A complex number as its two parts.
fn complex(program: &mut Program, name: Arc<str>, bits: u32) -> CType {
    let half = program.ctypes.push(CType::Float {
        name: name.trim_end_matches(" _Complex").into(),
        bits: bits / 2,
    });
    let part = |name: &str, bit_offset: u32| Member {
        name: name.into(),
        bit_offset: u64::from(bit_offset),
        bit_width: None,
        ty: half,
    };
    CType::Struct {
        size: u64::from(bits / 8),
        members: vec![part("real", 0), part("imag", bits / 2)],
        name,
    }
}

fn text(node: &MetadataNode, field: &str) -> Arc<str> {
    node.field_str(field).unwrap_or("").into()
}

fn number(node: &MetadataNode, field: &str) -> u32 {
    node.field_int(field)
        .and_then(|value| u32::try_from(value).ok())
        .unwrap_or(0)
}

fn bits(node: &MetadataNode, field: &str) -> u64 {
    node.field_int(field)
        .and_then(|value| u64::try_from(value).ok())
        .unwrap_or(0)
}

/// Whether a `DIExpression` is empty: the variable is exactly at the given address.
pub(crate) fn is_plain_expression(module: &llvm::Module, expression: &Metadata) -> bool {
    module
        .resolve(expression)
        .is_none_or(|node| match &node.body {
            NodeBody::Args { args, .. } => args.is_empty(),
            NodeBody::Special { fields, .. } => fields.is_empty(),
            NodeBody::Tuple(_) | NodeBody::Other(_) => true,
        })
}
