//! Parsing of tables and globals. The token stream is in `stream`, functions in `parse_function`.

use super::ParseError;
use super::lex::{Token, lex};
use super::stream::{Names, Result, parse_int_type};
use crate::claim::{ClaimId, ClaimIds};
use crate::ctype::{CType, CTypeId, Member};
use crate::fixed::FixedFormats;
use crate::function::{Function, StmtKind};
use crate::program::{Constant, DataLayout, Global, Initializer, Note, NoteKind, Program};
use crate::types::{Field, StructType, Type, TypeId, TypeTable};
use cassay_base::Id;
use cassay_float::FloatKind;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Reads the text form. Anything else is an error with its line; nothing panics.
pub fn parse(text: &str) -> Result<Program> {
    let tokens = lex(text)?;
    let mut parser = Parser::new(tokens);
    parser.collect_names();
    while parser.peek().is_some() {
        parser.item()?;
    }
    parser.finish()
}

/// The id of a claim that was not numbered yet.
pub(super) const UNNUMBERED: ClaimId = ClaimId(u32::MAX);
/// The size in bytes above which a type is refused; it keeps all size arithmetic in range.
const MAX_SIZE: u64 = 1 << 48;
/// The limit on the nesting of types and expressions.
pub(super) const MAX_DEPTH: u32 = 400;

pub(super) struct Parser {
    pub(super) tokens: Vec<(Token, u32)>,
    pub(super) pos: usize,
    pub(super) program: Program,
    /// Types by the number they have in the text.
    numbered: BTreeMap<u32, TypeId>,
    pub(super) globals: Names,
    pub(super) functions: Names,
    /// Uses of source types, checked when all are known.
    ctype_uses: Vec<(u32, u32)>,
    pub(super) depth: u32,
}

impl Parser {
    fn new(tokens: Vec<(Token, u32)>) -> Self {
        Parser {
            tokens,
            pos: 0,
            program: Program::new(DataLayout { pointer_bits: 64 }),
            numbered: BTreeMap::new(),
            globals: Names::default(),
            functions: Names::default(),
            ctype_uses: Vec::new(),
            depth: 0,
        }
    }

    /// Collects the names of globals and functions, which may be used before their definition.
    fn collect_names(&mut self) {
        let mut nesting = 0u32;
        while let Some(token) = self.peek() {
            let kind = match token {
                Token::Sign("{") => {
                    nesting = nesting.saturating_add(1);
                    None
                }
                Token::Sign("}") => {
                    nesting = nesting.saturating_sub(1);
                    None
                }
                Token::Word(word) if nesting == 0 && word == "fn" => Some(true),
                Token::Word(word) if nesting == 0 && word == "global" => Some(false),
                Token::Word(_)
                | Token::Str(_)
                | Token::Number(_)
                | Token::Temp(_)
                | Token::Sign(_) => None,
            };
            self.pos += 1;
            let Some(is_function) = kind else { continue };
            if !is_function {
                let _ = self.accept("@");
            }
            // An invalid name is reported when the item itself is parsed.
            if let Ok(name) = self.name() {
                let names = if is_function {
                    &mut self.functions
                } else {
                    &mut self.globals
                };
                names.add(name.word.to_string());
            }
        }
        self.pos = 0;
    }

    /// The number of claims, including those that no longer exist.
    fn claims(&mut self) -> Result<()> {
        let count = self.claim_count()?;
        self.program.claims.reserve(count);
        Ok(())
    }

    /// A number of claims, or the id of one.
    pub(super) fn claim_count(&mut self) -> Result<u32> {
        let count = self.u32()?;
        // Claims without a number in the text need ids, too.
        if count >= ClaimIds::LIMIT / 2 {
            return self.error("there are too many claims");
        }
        Ok(count)
    }

    /// Numbers the claims that have no number in the text.
    fn number_claims(&mut self) {
        let Program {
            functions, claims, ..
        } = &mut self.program;
        let blocks = functions.iter_mut().flat_map(|f| f.blocks.iter_mut());
        for stmt in blocks.flat_map(|block| &mut block.stmts) {
            if let StmtKind::Assert { claim, .. } = &mut stmt.kind
                && *claim == UNNUMBERED
            {
                *claim = claims.fresh();
            }
        }
    }

    fn finish(mut self) -> Result<Program> {
        self.number_claims();
        for (line, ctype) in self.ctype_uses {
            if ctype as usize >= self.program.ctypes.len() {
                let message = format!("there is no source type {ctype}");
                return Err(ParseError { line, message });
            }
        }
        Ok(self.program)
    }

    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.depth += 1;
        let ty = if self.depth > MAX_DEPTH {
            self.error("the type is nested too deeply")
        } else {
            self.ty_inner()
        };
        self.depth -= 1;
        ty
    }

    fn ty_inner(&mut self) -> Result<TypeId> {
        if self.accept("[") {
            let len = self.u64()?;
            self.expect("x")?;
            let elem = self.ty()?;
            self.expect("]")?;
            let size = self.program.types.alloc_size(elem).checked_mul(len);
            if size.is_none_or(|size| size > MAX_SIZE) {
                return self.error("the array is too large");
            }
            return Ok(self.program.types.intern(Type::Array { elem, len }));
        }
        if self.accept("<") {
            let len = self.u32()?;
            self.expect("x")?;
            let elem = self.ty()?;
            self.expect(">")?;
            return Ok(self.program.types.intern(Type::Vector { elem, len }));
        }
        let word = self.word("a type")?;
        if let Some(width) = parse_int_type(&word) {
            return Ok(self.program.types.int(width));
        }
        if let Some(kind) = FloatKind::ALL.iter().find(|kind| kind.name() == word) {
            return Ok(self.program.types.intern(Type::Float(*kind)));
        }
        if let Some(number) = word.strip_prefix("struct.") {
            let id = number.parse().ok();
            let id = id.and_then(|id: u32| self.numbered.get(&id).copied());
            return match id {
                Some(id) => Ok(id),
                None => self.error(format!("there is no type {number}")),
            };
        }
        match word.as_str() {
            "void" => Ok(TypeTable::VOID),
            "ptr" => Ok(TypeTable::PTR),
            _ => self.error(format!("`{word}` is not a type")),
        }
    }

    fn item(&mut self) -> Result<()> {
        let word = self.word(
            "`target`, `fixed`, `claims`, `file`, `type`, `ctype`, `note`, `global` or `fn`",
        )?;
        match word.as_str() {
            "target" => self.target(),
            "claims" => self.claims(),
            "fixed" => self.fixed(),
            "file" => self.file(),
            "type" => self.type_definition(),
            "ctype" => self.ctype_definition(),
            "note" => self.note(),
            "global" => self.global(),
            "fn" => self.function(),
            _ => self.error(format!("`{word}` starts nothing here")),
        }
    }

    fn fixed(&mut self) -> Result<()> {
        let text = self.text()?;
        match FixedFormats::parse(&text) {
            Ok(formats) => {
                self.program.fixed = Some(formats);
                Ok(())
            }
            Err(message) => self.error(message),
        }
    }

    fn note(&mut self) -> Result<()> {
        let named = NoteKind::ALL.iter().copied();
        let mut named = named.filter(|kind| *kind != NoteKind::Other);
        let kind = named.find(|kind| self.accept(kind.name()));
        let may_hide = self.accept("may_hide");
        let subject = self.text()?;
        let assumption = self.text()?;
        let span = self.span()?;
        self.program.notes.push(Note {
            kind: kind.unwrap_or(NoteKind::Other),
            subject,
            assumption,
            may_hide,
            span,
        });
        Ok(())
    }

    fn target(&mut self) -> Result<()> {
        let pointer_bits = self.u32()?;
        if !matches!(pointer_bits, 32 | 64) {
            return self.error("pointers have 32 or 64 bits");
        }
        let used = self.program.types.ids().len() > TypeTable::new(pointer_bits).ids().len()
            || !self.program.globals.is_empty()
            || !self.program.functions.is_empty();
        if used {
            return self.error("`target` stands first");
        }
        let files = std::mem::take(&mut self.program.files);
        let fixed = self.program.fixed.take();
        self.program = Program::new(DataLayout { pointer_bits });
        self.program.files = files;
        self.program.fixed = fixed;
        Ok(())
    }

    fn file(&mut self) -> Result<()> {
        let number = self.u32()?;
        if number as usize != self.program.files.len() {
            return self.error("files are numbered in order");
        }
        let name = self.text()?;
        self.program.files.push(name);
        Ok(())
    }

    fn type_definition(&mut self) -> Result<()> {
        let number = self.u32()?;
        self.expect("=")?;
        let id = if self.accept("struct") {
            self.struct_layout()?
        } else {
            self.ty()?
        };
        if self.numbered.insert(number, id).is_some() {
            return self.error(format!("type {number} is defined twice"));
        }
        Ok(())
    }

    fn struct_layout(&mut self) -> Result<TypeId> {
        self.expect("size")?;
        let size = self.u64()?;
        self.expect("align")?;
        let align = self.u64()?;
        if size > MAX_SIZE || !align.is_power_of_two() || align > MAX_SIZE {
            return self.error("the structure's size or alignment is out of range");
        }
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.accept("}") {
            let offset = self.u64()?;
            self.expect(":")?;
            let ty = self.ty()?;
            fields.push(Field { offset, ty });
            self.comma_unless("}")?;
        }
        let layout = StructType {
            fields,
            size,
            align,
        };
        Ok(self.program.types.intern(Type::Struct(layout)))
    }

    /// A comma, unless the list ends here.
    pub(super) fn comma_unless(&mut self, end: &str) -> Result<()> {
        if self.at_sign(end) {
            return Ok(());
        }
        self.expect(",")
    }

    pub(super) fn ctype_id(&mut self) -> Result<CTypeId> {
        let line = self.line();
        let number = self.u32()?;
        self.ctype_uses.push((line, number));
        Ok(CTypeId(number))
    }

    fn ctype_definition(&mut self) -> Result<()> {
        let number = self.u32()?;
        if number as usize != self.program.ctypes.len() {
            return self.error("source types are numbered in order from 1");
        }
        self.expect("=")?;
        let ctype = self.ctype()?;
        self.program.ctypes.push(ctype);
        Ok(())
    }

    fn ctype(&mut self) -> Result<CType> {
        let word = self.word("a source type")?;
        Ok(match word.as_str() {
            "unknown" => CType::Unknown,
            "void" => CType::Void,
            "bool" => CType::Bool,
            "function" => CType::Function,
            "int" => CType::Int {
                name: self.text()?,
                bits: self.u32()?,
                signed: self.signedness()?,
            },
            "char" => CType::Char {
                signed: self.signedness()?,
            },
            "float" => CType::Float {
                name: self.text()?,
                bits: self.u32()?,
            },
            "enum" => self.enumeration()?,
            "pointer" => CType::Pointer(self.ctype_id()?),
            "array" => CType::Array {
                elem: self.ctype_id()?,
                len: if self.accept("len") {
                    Some(self.u64()?)
                } else {
                    None
                },
            },
            "struct" => {
                let (name, size, members) = self.record()?;
                CType::Struct {
                    name,
                    size,
                    members,
                }
            }
            "union" => {
                let (name, size, members) = self.record()?;
                CType::Union {
                    name,
                    size,
                    members,
                }
            }
            "typedef" => CType::Typedef {
                name: self.text()?,
                target: self.ctype_id()?,
            },
            _ => return self.error(format!("`{word}` is not a source type")),
        })
    }

    fn signedness(&mut self) -> Result<bool> {
        if self.accept("signed") {
            return Ok(true);
        }
        self.expect("unsigned")?;
        Ok(false)
    }

    fn enumeration(&mut self) -> Result<CType> {
        let name = self.text()?;
        let bits = self.u32()?;
        self.expect("{")?;
        let mut values = Vec::new();
        while !self.accept("}") {
            let name = self.text()?;
            self.expect(":")?;
            values.push((name, self.i64()?));
            self.comma_unless("}")?;
        }
        Ok(CType::Enum { name, bits, values })
    }

    fn record(&mut self) -> Result<(Arc<str>, u64, Vec<Member>)> {
        let name = self.text()?;
        self.expect("size")?;
        let size = self.u64()?;
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.accept("}") {
            let name = self.text()?;
            let ty = self.ctype_id()?;
            self.expect("at")?;
            let bit_offset = self.u64()?;
            let bit_width = if self.accept("bits") {
                Some(self.u32()?)
            } else {
                None
            };
            members.push(Member {
                name,
                bit_offset,
                bit_width,
                ty,
            });
            self.comma_unless("}")?;
        }
        Ok((name, size, members))
    }

    /// `align n`, or the alignment of the type.
    pub(super) fn align_or(&mut self, ty: TypeId) -> Result<u64> {
        if self.accept("align") {
            return self.u64();
        }
        Ok(self.program.types.align(ty))
    }

    fn global(&mut self) -> Result<()> {
        self.expect("@")?;
        let name = self.name()?;
        self.check_number(&name, self.program.globals.len())?;
        self.expect(":")?;
        let ty = self.ty()?;
        let align = self.align_or(ty)?;
        let constant = self.accept("constant");
        let thread_local = self.accept("thread_local");
        let device = self.accept("device");
        let model = self.accept("model");
        let address_of = if self.accept("address_of") {
            Some(self.text()?)
        } else {
            None
        };
        let ctype = if self.accept("ctype") {
            self.ctype_id()?
        } else {
            CTypeId::from_index(0)
        };
        let init = self.initializer()?;
        let span = self.span()?;
        self.program.globals.push(Global {
            name: name.word,
            ty,
            ctype,
            align,
            init,
            constant,
            thread_local,
            device,
            model,
            address_of,
            span,
        });
        Ok(())
    }

    fn initializer(&mut self) -> Result<Initializer> {
        let mut parts = Vec::new();
        if !self.accept("=") {
            return Ok(Initializer::Parts(parts));
        }
        if self.accept("external") {
            return Ok(Initializer::External);
        }
        self.expect("{")?;
        while !self.accept("}") {
            let offset = self.u64()?;
            self.expect(":")?;
            parts.push((offset, self.constant()?));
            self.comma_unless("}")?;
        }
        Ok(Initializer::Parts(parts))
    }

    fn constant(&mut self) -> Result<Constant> {
        if matches!(self.peek(), Some(Token::Str(_))) {
            return Ok(Constant::Bytes(self.bytes()?));
        }
        if !self.accept("&") {
            return Ok(Constant::Bits(self.literal(None)?));
        }
        if self.accept("fn") {
            return Ok(Constant::FuncAddr(self.function_name()?));
        }
        let global = self.global_name()?;
        let offset = if self.accept("+") || self.at_sign("-") {
            self.i64()?
        } else {
            0
        };
        Ok(Constant::GlobalAddr(global, offset))
    }

    fn function(&mut self) -> Result<()> {
        let name = self.name()?;
        self.check_number(&name, self.program.functions.len())?;
        let function = Function::declaration(name.word, TypeTable::VOID, false);
        let function = self.function_rest(function)?;
        self.program.functions.push(function);
        Ok(())
    }
}
