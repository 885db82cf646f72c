//! Parsing of functions: signature, variables, blocks, statements, terminators.

use super::int_width;
use super::lex::Token;
use super::parse::{Parser, UNNUMBERED};
use super::stream::{Names, Result};
use crate::claim::ClaimId;
use crate::ctype::CTypeId;
use crate::expr::Expr;
use crate::function::{
    AllocKind, Among, Block, BlockId, CallTarget, Function, Local, LocalId, Place, Rows, Stmt,
    StmtKind, Temp, TempId, Terminator, Variable,
};
use crate::input::InputSource;
use crate::memory_order::MemoryOrder;
use crate::program::NoteId;
use crate::property::{Property, PropertyClass};
use crate::types::TypeId;
use cassay_base::{Id, IndexVec};
use std::collections::BTreeMap;

impl Parser {
    /// Everything after the name of a function.
    pub(super) fn function_rest(&mut self, function: Function) -> Result<Function> {
        let temps = self.collect_temps()?;
        let mut parser = FunctionParser {
            parser: self,
            function,
            locals: Names::default(),
        };
        parser.function.temps = temps;
        parser.signature()?;
        parser.body()?;
        Ok(parser.function)
    }

    /// Collects the types of all temporaries of the function.
    fn collect_temps(&mut self) -> Result<IndexVec<TempId, Temp>> {
        let start = self.position();
        let mut types: BTreeMap<u32, TypeId> = BTreeMap::new();
        let mut nesting = 0u32;
        loop {
            let temp = match self.next() {
                None => break,
                Some(Token::Temp(temp)) => temp,
                Some(Token::Sign("{")) => {
                    nesting += 1;
                    continue;
                }
                Some(Token::Sign("}")) if nesting <= 1 => break,
                Some(Token::Sign("}")) => {
                    nesting -= 1;
                    continue;
                }
                Some(Token::Sign(";")) if nesting == 0 => break,
                Some(Token::Word(_) | Token::Str(_) | Token::Number(_) | Token::Sign(_)) => {
                    continue;
                }
            };
            if self.accept(":") {
                let ty = self.ty()?;
                if types.insert(temp, ty).is_some_and(|before| before != ty) {
                    return self.error(format!("`%{temp}` has two types"));
                }
            }
        }
        self.rewind(start);
        let mut temps = IndexVec::new();
        for (number, ty) in types {
            if number as usize != temps.len() {
                return self.error(format!("`%{}` is missing", temps.len()));
            }
            temps.push(Temp { ty });
        }
        Ok(temps)
    }
}

pub(super) struct FunctionParser<'p> {
    pub(super) parser: &'p mut Parser,
    pub(super) function: Function,
    locals: Names,
}

impl FunctionParser<'_> {
    fn signature(&mut self) -> Result<()> {
        self.parser.expect("(")?;
        while !self.parser.accept(")") {
            if self.parser.accept("...") {
                self.function.variadic = true;
                self.parser.expect(")")?;
                break;
            }
            let param = self.definition()?;
            self.function.params.push(param);
            self.parser.comma_unless(")")?;
        }
        self.parser.expect("->")?;
        self.function.ret = self.parser.ty()?;
        if self.parser.accept("symbol") {
            self.function.symbol = Some(self.parser.text()?);
        }
        self.function.model = self.parser.accept("model");
        self.function.library = self.parser.accept("library");
        if self.parser.accept("notes") {
            self.notes()?;
        }
        self.function.span = self.parser.span()?;
        Ok(())
    }

    /// The numbers of notes.
    fn notes(&mut self) -> Result<()> {
        loop {
            let number = self.parser.u32()?;
            let id = NoteId(number);
            if self.parser.program.notes.get(id).is_none() {
                return self.parser.error(format!("there is no note {number}"));
            }
            self.function.notes.push(id);
            if !self.parser.accept(",") {
                return Ok(());
            }
        }
    }

    fn body(&mut self) -> Result<()> {
        if self.parser.accept(";") {
            return Ok(());
        }
        self.parser.expect("{")?;
        while self.parser.accept("var") {
            self.local()?;
        }
        if self.parser.accept("temps") {
            self.definition()?;
            while self.parser.accept(",") {
                self.definition()?;
            }
        }
        while !self.parser.accept("}") {
            let label = self.block_id()?;
            if label.index() != self.function.blocks.len() {
                return self.parser.error("blocks are numbered in order from 0");
            }
            self.parser.expect(":")?;
            let block = self.block()?;
            self.function.blocks.push(block);
        }
        Ok(())
    }

    fn local(&mut self) -> Result<()> {
        let name = self.parser.name()?;
        self.parser
            .check_number(&name, self.function.locals.len())?;
        self.locals.add(name.word.to_string());
        self.parser.expect(":")?;
        let ty = self.parser.ty()?;
        let align = self.parser.align_or(ty)?;
        let param = if self.parser.accept("param") {
            Some(self.parser.u32()?)
        } else {
            None
        };
        let address_taken = self.parser.accept("address_taken");
        let constant = self.parser.accept("constant");
        let arguments = self.parser.accept("arguments");
        let block = self.parser.accept("block");
        let ctype = if self.parser.accept("ctype") {
            self.parser.ctype_id()?
        } else {
            CTypeId::from_index(0)
        };
        let span = self.parser.span()?;
        self.function.locals.push(Local {
            name: name.word,
            ty,
            ctype,
            align,
            span,
            param,
            address_taken,
            constant,
            arguments,
            block,
        });
        Ok(())
    }

    /// `%n: type`; the type was collected before.
    fn definition(&mut self) -> Result<TempId> {
        let temp = self.temp()?;
        self.parser.expect(":")?;
        self.parser.ty()?;
        Ok(temp)
    }

    pub(super) fn temp(&mut self) -> Result<TempId> {
        let Some(Token::Temp(number)) = self.parser.peek() else {
            return self.parser.expected("a temporary");
        };
        let temp = TempId(*number);
        if self.function.temps.get(temp).is_none() {
            return self.parser.error(format!("`{temp}` has no type anywhere"));
        }
        self.parser.next();
        Ok(temp)
    }

    fn block_id(&mut self) -> Result<BlockId> {
        let word = self.parser.word("a block")?;
        match parse_block(&word) {
            Some(block) => Ok(block),
            None => self.parser.error(format!("`{word}` is not a block")),
        }
    }

    fn block(&mut self) -> Result<Block> {
        let mut stmts = Vec::new();
        loop {
            match self.line()? {
                Line::Stmt(kind) => {
                    let span = self.parser.span()?;
                    stmts.push(Stmt { kind, span });
                }
                Line::Terminator(terminator) => {
                    let span = self.parser.span()?;
                    return Ok(Block {
                        stmts,
                        terminator,
                        span,
                    });
                }
            }
        }
    }

    fn line(&mut self) -> Result<Line> {
        if matches!(self.parser.peek(), Some(Token::Temp(_))) {
            let dst = self.definition()?;
            self.parser.expect("=")?;
            return self.defining(dst);
        }
        let word = self.parser.word("a statement or a terminator")?;
        if let Some(kind) = self.stmt(&word)? {
            return Ok(Line::Stmt(kind));
        }
        match self.terminator(&word)? {
            Some(terminator) => Ok(Line::Terminator(terminator)),
            None => self.parser.error(format!("`{word}` starts no statement")),
        }
    }

    /// The right-hand side after `%n: type =`.
    fn defining(&mut self, dst: TempId) -> Result<Line> {
        let word_width = Some(self.parser.program.layout.pointer_bits);
        let kind = if self.parser.accept("load") {
            let (volatile, order) = self.access()?;
            let place = self.place()?;
            let moves = self.parser.accept("moves");
            StmtKind::Load {
                dst,
                place,
                volatile,
                moves,
                order,
            }
        } else if self.parser.accept("havoc") {
            let source = InputSource::from_text(&self.parser.text()?);
            let known = match self.parser.accept("known") {
                true => Some(self.expr(None)?),
                false => None,
            };
            StmtKind::Havoc { dst, source, known }
        } else if self.parser.accept("alloc") {
            let word = self.parser.word("what to allocate")?;
            let Some(kind) = AllocKind::from_word(&word) else {
                return self.parser.error(format!("`{word}` cannot be allocated"));
            };
            let size = self.expr(word_width)?;
            self.parser.expect("align")?;
            let align = self.parser.u64()?;
            let rows = self.rows()?;
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
                rows,
            }
        } else if self.parser.accept("call") {
            self.call(Some(dst))?
        } else if self.parser.accept("spawn") {
            let (target, args) = self.target_and_args()?;
            StmtKind::Spawn { dst, target, args }
        } else if self.parser.accept("join") {
            let thread = self.expr(Some(32))?;
            StmtKind::Join { dst, thread }
        } else if self.parser.accept("invoke") {
            return Ok(Line::Terminator(self.invoke(Some(dst))?));
        } else {
            let ty = self.function.temps[dst].ty;
            let width = int_width(&self.parser.program, ty);
            let value = self.expr(width)?;
            StmtKind::Assign { dst, value }
        };
        Ok(Line::Stmt(kind))
    }

    /// Initial contents in rows.
    fn rows(&mut self) -> Result<Option<Rows>> {
        if self.parser.accept("pointers") {
            let first = self.expr(None)?;
            self.parser.expect("step")?;
            let step = self.parser.u64()?;
            return Ok(Some(Rows::Pointers { first, step }));
        }
        if self.parser.accept("texts") {
            let length = self.parser.u64()?;
            return Ok(Some(Rows::Texts { length }));
        }
        Ok(None)
    }

    /// A set of bytes.
    fn among(&mut self) -> Result<Among> {
        let first = self.expr(Some(64))?;
        let mut words = [first, Expr::int(64, 0), Expr::int(64, 0), Expr::int(64, 0)];
        for word in &mut words[1..] {
            self.parser.expect(",")?;
            *word = self.expr(Some(64))?;
        }
        self.parser.expect("or")?;
        let otherwise = self.expr(Some(8))?;
        Ok(Among { words, otherwise })
    }

    fn stmt(&mut self, word: &str) -> Result<Option<StmtKind>> {
        let word_width = Some(self.parser.program.layout.pointer_bits);
        let kind = match word {
            "store" => self.store()?,
            "assume" => StmtKind::Assume(self.expr(None)?),
            "wait" => self.wait()?,
            "assert" => self.assertion()?,
            "declare" => StmtKind::Declare(self.local_name()?),
            "dead" => StmtKind::Dead(self.local_name()?),
            "free" => StmtKind::Free(self.expr(None)?),
            "seal" => StmtKind::Seal(self.local_name()?),
            "end_stack" => StmtKind::EndStack(self.expr(None)?),
            "memcpy" | "memmove" => {
                let dst = self.expr(None)?;
                self.parser.expect(",")?;
                let src = self.expr(None)?;
                self.parser.expect(",")?;
                let len = self.expr(word_width)?;
                StmtKind::MemCopy {
                    dst,
                    src,
                    len,
                    may_overlap: word == "memmove",
                }
            }
            "memset" => {
                let dst = self.expr(None)?;
                self.parser.expect(",")?;
                let value = self.expr(Some(8))?;
                self.parser.expect(",")?;
                let len = self.expr(word_width)?;
                StmtKind::MemSet { dst, value, len }
            }
            "memhavoc" => {
                let dst = self.expr(None)?;
                let len = if self.parser.accept(",") {
                    Some(self.expr(word_width)?)
                } else {
                    None
                };
                let source = InputSource::from_text(&self.parser.text()?);
                let among = match self.parser.accept("among") {
                    true => Some(Box::new(self.among()?)),
                    false => None,
                };
                StmtKind::MemHavoc {
                    dst,
                    len,
                    source,
                    among,
                }
            }
            "end_thread" => StmtKind::EndThread(self.expr(None)?),
            "call" => self.call(None)?,
            "atomic_begin" => StmtKind::AtomicBegin,
            "atomic_end" => StmtKind::AtomicEnd,
            "hold" => self.hold()?,
            "fence" => StmtKind::Fence(self.order()?),
            "unsupported" => StmtKind::Unsupported(self.parser.text()?),
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn store(&mut self) -> Result<StmtKind> {
        let (volatile, order) = self.access()?;
        let ty = if self.parser.accept("_") {
            None
        } else {
            Some(self.parser.ty()?)
        };
        let width = ty.and_then(|ty| int_width(&self.parser.program, ty));
        let value = self.expr(width)?;
        let found = value.ty(&self.parser.program, &self.function);
        if ty.is_some() && found.is_some() && ty != found {
            return self.parser.error("the stored value is of another type");
        }
        self.parser.expect("->")?;
        let place = self.place()?;
        Ok(StmtKind::Store {
            place,
            value,
            volatile,
            order,
        })
    }

    /// Whether an access is volatile, and its order if it is atomic.
    fn access(&mut self) -> Result<(bool, Option<MemoryOrder>)> {
        let volatile = self.parser.accept("volatile");
        let order = match self.parser.accept("atomic") {
            true => Some(self.order()?),
            false => None,
        };
        Ok((volatile, order))
    }

    fn order(&mut self) -> Result<MemoryOrder> {
        let word = self.parser.word("a memory order")?;
        match MemoryOrder::from_word(&word) {
            Some(order) => Ok(order),
            None => self.parser.error(format!("`{word}` is no memory order")),
        }
    }

    fn hold(&mut self) -> Result<StmtKind> {
        let word = Some(self.parser.program.layout.pointer_bits);
        let lock = self.expr(None)?;
        self.parser.expect(",")?;
        let mode = self.expr(word)?;
        Ok(StmtKind::Hold { lock, mode })
    }

    fn wait(&mut self) -> Result<StmtKind> {
        let cond = self.expr(None)?;
        let holder = match self.parser.accept("by") {
            true => Some(self.expr(Some(32))?),
            false => None,
        };
        Ok(StmtKind::Wait { cond, holder })
    }

    fn assertion(&mut self) -> Result<StmtKind> {
        let claim = self.claim_id()?;
        let cond = self.expr(None)?;
        self.parser.expect("[")?;
        let mut name = String::new();
        while !self.parser.accept("]") {
            if self.parser.accept("-") {
                name.push('-');
            } else {
                name.push_str(&self.parser.word("a property class")?);
            }
        }
        let Some(class) = PropertyClass::from_name(&name) else {
            return self
                .parser
                .error(format!("`{name}` is not a property class"));
        };
        let property = if matches!(self.parser.peek(), Some(Token::Str(_))) {
            Property::new(class, self.parser.text()?)
        } else {
            Property::of(class)
        };
        Ok(StmtKind::Assert {
            claim,
            cond,
            property,
        })
    }

    /// The id of a claim if it is written. Otherwise the claim is numbered at the end, with all
    /// others without an id.
    fn claim_id(&mut self) -> Result<ClaimId> {
        if !self.parser.accept("#") {
            return Ok(UNNUMBERED);
        }
        let number = self.parser.claim_count()?;
        self.parser.program.claims.reserve(number + 1);
        Ok(ClaimId(number))
    }

    fn local_name(&mut self) -> Result<LocalId> {
        let name = self.parser.name()?;
        self.parser
            .resolve(&self.locals, &name, "variable")
            .map(LocalId)
    }

    pub(super) fn variable(&mut self) -> Result<Variable> {
        if self.parser.at_sign("@") {
            return Ok(Variable::Global(self.parser.global_name()?));
        }
        Ok(Variable::Local(self.local_name()?))
    }

    fn place(&mut self) -> Result<Place> {
        if self.parser.accept("*") {
            let pointer = self.expr(None)?;
            let align = if self.parser.accept("align") {
                self.parser.u64()?
            } else {
                1
            };
            return Ok(Place::Deref(pointer, align));
        }
        let variable = self.variable()?;
        let offset = if self.parser.accept("+") {
            self.parser.u64()?
        } else {
            0
        };
        Ok(Place::Variable(variable, offset))
    }

    fn call(&mut self, dst: Option<TempId>) -> Result<StmtKind> {
        let (target, args) = self.target_and_args()?;
        Ok(StmtKind::Call { dst, target, args })
    }

    fn invoke(&mut self, dst: Option<TempId>) -> Result<Terminator> {
        let (target, args) = self.target_and_args()?;
        self.parser.expect("to")?;
        let normal = self.block_id()?;
        self.parser.expect("unwind")?;
        let unwind = self.block_id()?;
        Ok(Terminator::Invoke {
            dst,
            target,
            args,
            normal,
            unwind,
        })
    }

    fn target_and_args(&mut self) -> Result<(CallTarget, Vec<Expr>)> {
        let target = if self.parser.accept("*") {
            CallTarget::Indirect(self.expr(None)?)
        } else {
            CallTarget::Direct(self.parser.function_name()?)
        };
        self.parser.expect("(")?;
        let mut args = Vec::new();
        while !self.parser.accept(")") {
            args.push(self.expr(None)?);
            self.parser.comma_unless(")")?;
        }
        Ok((target, args))
    }

    fn terminator(&mut self, word: &str) -> Result<Option<Terminator>> {
        let terminator = match word {
            "goto" => Terminator::Goto(self.block_id()?),
            "if" => {
                let cond = self.expr(None)?;
                self.parser.expect("goto")?;
                let then = self.block_id()?;
                self.parser.expect("else")?;
                let otherwise = self.block_id()?;
                Terminator::Branch {
                    cond,
                    then,
                    otherwise,
                }
            }
            "switch" => self.switch()?,
            "goto_index" => {
                let target = self.expr(None)?;
                self.parser.expect("[")?;
                let mut targets = Vec::new();
                while !self.parser.accept("]") {
                    targets.push(self.block_id()?);
                    self.parser.comma_unless("]")?;
                }
                Terminator::IndirectGoto { target, targets }
            }
            "invoke" => self.invoke(None)?,
            "return" if self.ends_here() => Terminator::Return(None),
            "return" => {
                let width = int_width(&self.parser.program, self.function.ret);
                Terminator::Return(Some(self.expr(width)?))
            }
            "unwind" if self.ends_here() => Terminator::Unwind(None),
            "unwind" => Terminator::Unwind(Some(self.expr(None)?)),
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        };
        Ok(Some(terminator))
    }

    /// Whether no expression follows: the end, a source location, or the next block.
    fn ends_here(&self) -> bool {
        match self.parser.peek() {
            None | Some(Token::Sign("}" | "@")) => true,
            Some(Token::Word(word)) => parse_block(word).is_some(),
            Some(Token::Str(_) | Token::Number(_) | Token::Temp(_) | Token::Sign(_)) => false,
        }
    }

    fn switch(&mut self) -> Result<Terminator> {
        let value = self.expr(None)?;
        let width = super::literal_width(&self.parser.program, &self.function, &value);
        self.parser.expect("{")?;
        let mut cases = Vec::new();
        while !self.parser.accept("else") {
            let case = self.parser.literal(width)?;
            self.parser.expect("=>")?;
            cases.push((case, self.block_id()?));
            self.parser.expect(",")?;
        }
        self.parser.expect("=>")?;
        let default = self.block_id()?;
        self.parser.expect("}")?;
        Ok(Terminator::Switch {
            value,
            cases,
            default,
        })
    }
}

/// A line of a block.
enum Line {
    Stmt(StmtKind),
    Terminator(Terminator),
}

fn parse_block(word: &str) -> Option<BlockId> {
    let digits = word.strip_prefix("bb")?;
    digits.parse().ok().map(BlockId)
}
