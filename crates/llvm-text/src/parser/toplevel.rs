//! Reading what stands outside functions.

use super::{Parser, Result};
use crate::attributes::Attributes;
use crate::lexer::Tok;
use crate::module::{Alias, Global, Linkage, ThreadLocalModel, TypeDef, UnnamedAddr, Visibility};
use crate::types::{Ident, Type};
use crate::values::TypedConstant;
use std::collections::HashSet;

/// What may stand before `global`, `alias` or the result type of a function.
#[derive(Default)]
pub(super) struct Header {
    pub(super) linkage: Linkage,
    /// Whether a linkage was written.
    pub(super) explicit_linkage: bool,
    pub(super) visibility: Visibility,
    pub(super) dso_local: bool,
    pub(super) thread_local: Option<ThreadLocalModel>,
    pub(super) unnamed_addr: UnnamedAddr,
    pub(super) addrspace: u32,
    pub(super) externally_initialized: bool,
}

/// Whether a word begins an entity of the top level.
pub(super) fn is_toplevel_word(word: &str) -> bool {
    matches!(
        word,
        "define"
            | "declare"
            | "attributes"
            | "source_filename"
            | "target"
            | "module"
            | "uselistorder"
            | "uselistorder_bb"
            | "deplibs"
    )
}

fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "private" | "linker_private" => Linkage::Private,
        "internal" => Linkage::Internal,
        "available_externally" => Linkage::AvailableExternally,
        "linkonce" => Linkage::LinkOnce,
        "linkonce_odr" => Linkage::LinkOnceOdr,
        "weak" => Linkage::Weak,
        "weak_odr" => Linkage::WeakOdr,
        "common" => Linkage::Common,
        "appending" => Linkage::Appending,
        "extern_weak" => Linkage::ExternWeak,
        "external" => Linkage::External,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// The whole text.
    pub(super) fn module_body(&mut self) -> Result<()> {
        while self.tok() != Tok::Eof {
            let functions = self.module.functions.len();
            let named = matches!(self.tok(), Tok::Global(_) | Tok::GlobalNumber(_));
            self.mentioned.clear();
            self.entity()?;
            let owner = match self.module.functions.get(functions) {
                Some(function) => Some(function.name.clone()),
                None => self.mentioned.first().filter(|_| named).cloned(),
            };
            if let Some(owner) = owner {
                self.note_mentions(owner);
            }
        }
        Ok(())
    }

    /// Records the global names of the entity that was read.
    fn note_mentions(&mut self, owner: Ident) {
        let mut seen = HashSet::new();
        let mut names = std::mem::take(&mut self.mentioned);
        names.retain(|name| seen.insert(name.clone()));
        self.module.mentions.entry(owner).or_default().extend(names);
    }

    fn entity(&mut self) -> Result<()> {
        match self.tok() {
            Tok::Word("define") => self.function(true),
            Tok::Word("declare") => self.function(false),
            Tok::Word("source_filename") => {
                self.advance();
                self.module.source_filename = Some(self.assigned_string()?);
                Ok(())
            }
            Tok::Word("target") => self.target(),
            Tok::Word("module") => {
                self.advance();
                self.expect_word("asm")?;
                let line = self.expect_string()?;
                self.module.module_asm.push(line);
                Ok(())
            }
            Tok::Word("attributes") => self.attribute_group(),
            Tok::Word("uselistorder" | "uselistorder_bb") => self.use_list_order(),
            Tok::Word("deplibs") => {
                self.advance();
                self.expect(b'=')?;
                self.skip_brackets().map(drop)
            }
            Tok::Local(_) | Tok::LocalNumber(_) => self.type_definition(),
            Tok::Global(_) | Tok::GlobalNumber(_) => self.global_entity(),
            Tok::MetaNumber(number) => self.numbered_metadata(number),
            Tok::MetaName(raw) => self.named_metadata(raw),
            Tok::Comdat(_) => self.comdat_definition(),
            Tok::Punct(b'^') => self.summary_entry(),
            _ => self.expected("a definition"),
        }
    }

    fn target(&mut self) -> Result<()> {
        self.advance();
        if self.eat_word("triple") {
            self.module.triple = Some(self.assigned_string()?);
        } else {
            self.expect_word("datalayout")?;
            self.module.datalayout = Some(self.assigned_string()?);
        }
        Ok(())
    }

    /// `attributes #n = { … }`.
    fn attribute_group(&mut self) -> Result<()> {
        self.advance();
        let Tok::Group(number) = self.tok() else {
            return self.expected("`#` and a number");
        };
        self.advance();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let attributes = self.attributes_while(|_, _| true)?;
        self.expect(b'}')?;
        self.module.attribute_groups.insert(number, attributes);
        Ok(())
    }

    /// `%name = type …`.
    fn type_definition(&mut self) -> Result<()> {
        let name = self.expect_local()?;
        self.expect(b'=')?;
        self.expect_word("type")?;
        let definition = if self.eat_word("opaque") {
            TypeDef::Opaque
        } else {
            match self.ty()? {
                Type::Struct(body) => TypeDef::Struct(body),
                other => TypeDef::Other(other),
            }
        };
        self.module.types.push((name, definition));
        Ok(())
    }

    /// `$name = comdat any`.
    fn comdat_definition(&mut self) -> Result<()> {
        self.advance();
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        let Tok::Word(_) = self.tok() else {
            return self.expected("a selection kind");
        };
        self.advance();
        Ok(())
    }

    /// `comdat` or `comdat($name)` after a global.
    pub(super) fn comdat_use(&mut self) -> Result<()> {
        self.expect_word("comdat")?;
        if self.at(b'(') {
            self.skip_brackets()?;
        }
        Ok(())
    }

    /// `^0 = module: (…)`: an entry of the summary for link-time optimisation.
    fn summary_entry(&mut self) -> Result<()> {
        self.advance();
        self.expect_int()?;
        self.expect(b'=')?;
        self.advance();
        if self.at(b'(') {
            self.skip_brackets()?;
        } else {
            self.expect_int()?;
        }
        Ok(())
    }

    /// One word before the kind of a global; false if it belongs to no header.
    pub(super) fn header_word(&mut self, header: &mut Header) -> Result<bool> {
        let Tok::Word(word) = self.tok() else {
            return Ok(false);
        };
        match word {
            "dso_local" => header.dso_local = true,
            "dso_preemptable" => header.dso_local = false,
            "default" => header.visibility = Visibility::Default,
            "hidden" => header.visibility = Visibility::Hidden,
            "protected" => header.visibility = Visibility::Protected,
            "unnamed_addr" => header.unnamed_addr = UnnamedAddr::Global,
            "local_unnamed_addr" => header.unnamed_addr = UnnamedAddr::Local,
            "externally_initialized" => header.externally_initialized = true,
            "dllimport" | "dllexport" => {}
            "addrspace" => {
                header.addrspace = self.addrspace()?;
                return Ok(true);
            }
            "thread_local" => {
                self.advance();
                header.thread_local = Some(self.thread_local_model()?);
                return Ok(true);
            }
            _ => {
                let Some(linkage) = linkage(word) else {
                    return Ok(false);
                };
                header.linkage = linkage;
                header.explicit_linkage = true;
            }
        }
        self.advance();
        Ok(true)
    }

    fn thread_local_model(&mut self) -> Result<ThreadLocalModel> {
        if !self.eat(b'(') {
            return Ok(ThreadLocalModel::GeneralDynamic);
        }
        let model = match self.tok() {
            Tok::Word("localdynamic") => ThreadLocalModel::LocalDynamic,
            Tok::Word("initialexec") => ThreadLocalModel::InitialExec,
            Tok::Word("localexec") => ThreadLocalModel::LocalExec,
            _ => return self.expected("a model of thread-local storage"),
        };
        self.advance();
        self.expect(b')')?;
        Ok(model)
    }

    /// `@name = …`.
    fn global_entity(&mut self) -> Result<()> {
        let line = self.current.line;
        let name = self.expect_global()?;
        self.expect(b'=')?;
        let mut header = Header::default();
        loop {
            match self.tok() {
                Tok::Word(kind @ ("global" | "constant")) => {
                    self.advance();
                    return self.global(name, header, kind == "constant", line);
                }
                Tok::Word(kind @ ("alias" | "ifunc")) => {
                    self.advance();
                    return self.alias(name, header, kind == "ifunc", line);
                }
                _ => {
                    if !self.header_word(&mut header)? {
                        return self.expected("`global`, `constant`, `alias` or `ifunc`");
                    }
                }
            }
        }
    }

    fn global(&mut self, name: Ident, header: Header, constant: bool, line: u32) -> Result<()> {
        let ty = self.ty()?;
        // Only a declaration writes that its linkage is external.
        let declared = header.explicit_linkage
            && matches!(header.linkage, Linkage::External | Linkage::ExternWeak);
        let init = if declared {
            None
        } else {
            let value = self.constant(&ty)?;
            Some(TypedConstant {
                ty: ty.clone(),
                value,
            })
        };
        let mut global = Global {
            name,
            linkage: header.linkage,
            visibility: header.visibility,
            dso_local: header.dso_local,
            thread_local: header.thread_local,
            unnamed_addr: header.unnamed_addr,
            externally_initialized: header.externally_initialized,
            addrspace: header.addrspace,
            constant,
            init,
            ty,
            section: None,
            align: None,
            metadata: Vec::new(),
            attrs: Attributes::default(),
            line,
        };
        self.global_suffixes(&mut global)?;
        self.module.globals.push(global);
        Ok(())
    }

    fn global_suffixes(&mut self, global: &mut Global) -> Result<()> {
        while self.eat(b',') {
            match self.tok() {
                Tok::Word("section") => {
                    self.advance();
                    global.section = Some(self.expect_string()?);
                }
                Tok::Word("align") => {
                    self.advance();
                    global.align = Some(self.expect_u64()?);
                }
                Tok::Word("comdat") => self.comdat_use()?,
                Tok::Word("partition" | "code_model") => {
                    self.advance();
                    self.expect_string()?;
                }
                Tok::MetaName(raw) => global.metadata.push(self.attachment(raw)?),
                // Such as `no_sanitize_address` and `sanitize_memtag`.
                _ => {
                    if !self.attribute(&mut global.attrs)? {
                        return self.expected("a property of the variable");
                    }
                }
            }
        }
        let attrs = self.attributes_while(|_, word| !is_toplevel_word(word))?;
        global.attrs.list.extend(attrs.list);
        global.attrs.groups.extend(attrs.groups);
        Ok(())
    }

    fn alias(&mut self, name: Ident, header: Header, ifunc: bool, line: u32) -> Result<()> {
        let ty = self.ty()?;
        self.expect(b',')?;
        let target = self.aliasee()?;
        while self.eat(b',') {
            match self.tok() {
                Tok::Word("partition") => {
                    self.advance();
                    self.expect_string()?;
                }
                Tok::MetaName(raw) => {
                    self.attachment(raw)?;
                }
                _ => return self.expected("a property of the alias"),
            }
        }
        let alias = Alias {
            name,
            linkage: header.linkage,
            visibility: header.visibility,
            thread_local: header.thread_local,
            ty,
            target,
            line,
        };
        let list = if ifunc {
            &mut self.module.ifuncs
        } else {
            &mut self.module.aliases
        };
        list.push(alias);
        Ok(())
    }

    /// The target of an alias; a constant expression stands there without a type.
    fn aliasee(&mut self) -> Result<TypedConstant> {
        if self.at_type() {
            return self.typed_constant();
        }
        let value = self.constant(&Type::PTR)?;
        Ok(TypedConstant {
            ty: Type::PTR,
            value,
        })
    }

    /// Whether `!name` here is attached to a function rather than the next named metadata.
    pub(super) fn metadata_is_attached(&self) -> bool {
        self.peek().tok != Tok::Punct(b'=')
    }
}
