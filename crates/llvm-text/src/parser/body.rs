//! Reading function bodies: blocks, their numbering, and recovery from unknown instructions.
//!
//! Unnamed values and blocks take numbers in order of appearance, arguments first (LangRef,
//! "Identifiers"). An instruction that cannot be read becomes [`InstKind::Unknown`]: its end is
//! found by brackets and by lines, since every writer of the language puts instructions on
//! lines of their own and indents what continues one.

use super::instructions::is_opcode;
use super::{Parser, Result};
use crate::instructions::{InstKind, Instruction};
use crate::lexer::{Lexer, Spanned, Tok};
use crate::metadata::Metadata;
use crate::module::{Block, BlockItem};
use crate::types::{Ident, Name};

/// The `!dbg` location and the other metadata attached to an instruction.
type Attachments = (Option<Metadata>, Vec<(Name, Metadata)>);

impl<'a> Parser<'a> {
    /// `{ blocks }`.
    pub(super) fn body(&mut self) -> Result<Vec<Block>> {
        self.expect(b'{')?;
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        loop {
            let line = self.current.line;
            match self.tok() {
                Tok::Punct(b'}') => break,
                Tok::Eof => return self.expected("`}`"),
                Tok::Label(_) | Tok::QuotedLabel(_) | Tok::NumberLabel(_) => {
                    blocks.extend(open.take());
                    let label = self.block_label();
                    open = Some(Block {
                        label,
                        items: Vec::new(),
                        line,
                    });
                }
                Tok::Word("uselistorder") => self.use_list_order()?,
                _ => {
                    let mut block = match open.take() {
                        Some(block) => block,
                        None => Block {
                            label: self.implicit_number()?,
                            items: Vec::new(),
                            line,
                        },
                    };
                    let item = self.block_item()?;
                    let ended = matches!(&item, BlockItem::Inst(inst) if inst.kind.is_terminator());
                    block.items.push(item);
                    if ended {
                        blocks.push(block);
                    } else {
                        open = Some(block);
                    }
                }
            }
        }
        self.expect(b'}')?;
        blocks.extend(open);
        Ok(blocks)
    }

    fn block_label(&mut self) -> Ident {
        let label = match self.tok() {
            Tok::NumberLabel(number) => Ident::Number(number),
            Tok::Label(raw) | Tok::QuotedLabel(raw) => Ident::Name(self.name(raw)),
            _ => return Ident::Number(self.numbering.next),
        };
        self.advance();
        self.numbering.note(&label);
        label
    }

    fn implicit_number(&mut self) -> Result<Ident> {
        match self.numbering.implicit() {
            Some(ident) => Ok(ident),
            None => self.error("cannot number values after an unknown instruction"),
        }
    }

    /// `uselistorder …` only fixes the order of use lists in memory.
    pub(super) fn use_list_order(&mut self) -> Result<()> {
        self.advance();
        while !self.at(b'{') {
            if self.tok() == Tok::Eof || self.at(b'}') {
                return self.expected("`{`");
            }
            self.advance();
        }
        self.skip_brackets()?;
        Ok(())
    }

    fn block_item(&mut self) -> Result<BlockItem> {
        let start = (self.lexer, self.current);
        let read = match self.tok() {
            Tok::Record(word) => self.debug_record(word).map(BlockItem::Debug),
            _ => self.instruction().map(BlockItem::Inst),
        };
        match read {
            Ok(item) if self.at_item_end() => self.numbered(item),
            Ok(_) | Err(_) => Ok(BlockItem::Inst(self.recover(start))),
        }
    }

    /// Whether what follows can begin a new item: anything on a new line, or a known beginning.
    fn at_item_end(&self) -> bool {
        self.current.first_on_line
            || match self.tok() {
                Tok::Word(word) => is_opcode(word),
                Tok::Local(_)
                | Tok::LocalNumber(_)
                | Tok::Label(_)
                | Tok::QuotedLabel(_)
                | Tok::NumberLabel(_)
                | Tok::Record(_)
                | Tok::Punct(b'}')
                | Tok::Eof => true,
                _ => false,
            }
    }

    /// Gives an item the number that the text leaves out.
    fn numbered(&mut self, mut item: BlockItem) -> Result<BlockItem> {
        if let BlockItem::Inst(instruction) = &mut item {
            match &instruction.result {
                Some(result) => self.numbering.note(result),
                None if yields_value(&instruction.kind) => {
                    instruction.result = Some(self.implicit_number()?);
                }
                None => {}
            }
        }
        Ok(item)
    }

    fn instruction(&mut self) -> Result<Instruction> {
        let line = self.current.line;
        let result = self.eat_local();
        if result.is_some() {
            self.expect(b'=')?;
        }
        let Tok::Word(opcode) = self.tok() else {
            return self.expected("an instruction");
        };
        self.advance();
        let kind = self.instruction_kind(opcode)?;
        let (dbg, metadata) = self.attachments()?;
        Ok(Instruction {
            result,
            kind,
            dbg,
            metadata,
            line,
        })
    }

    /// `, !dbg !1, !tbaa !2`, where the first comma may have been passed already.
    fn attachments(&mut self) -> Result<Attachments> {
        let mut dbg = None;
        let mut others = Vec::new();
        self.eat(b',');
        while let Tok::MetaName(raw) = self.tok() {
            let (kind, value) = self.attachment(raw)?;
            if &*kind == "dbg" {
                dbg = Some(value);
            } else {
                others.push((kind, value));
            }
            if !self.eat(b',') {
                break;
            }
        }
        Ok((dbg, others))
    }

    /// Goes back to the beginning of an item and passes it unread.
    fn recover(&mut self, (lexer, current): (Lexer<'a>, Spanned<'a>)) -> Instruction {
        self.lexer = lexer;
        self.current = current;
        let result = self.eat_local().filter(|_| self.eat(b'='));
        let opcode = match self.tok() {
            Tok::Word(word) | Tok::Record(word) => self.word_name(word),
            _ => self.word_name("?"),
        };
        let end = self.skip_item(current);
        let text = String::from_utf8_lossy(self.lexer.slice(current.start, end)).into();
        match &result {
            Some(ident) => self.numbering.note(ident),
            None => self.numbering.uncertain = true,
        }
        let kind = InstKind::Unknown { opcode, text };
        Instruction {
            result,
            kind,
            dbg: None,
            metadata: Vec::new(),
            line: current.line,
        }
    }

    /// Passes at least one token, up to where the next item begins; the offset of the end.
    fn skip_item(&mut self, start: Spanned<'a>) -> usize {
        let indent = start.start - start.line_start;
        let mut open: u32 = 0;
        let mut end = start.end;
        let mut moved = self.current.start != start.start;
        loop {
            let column = self.current.start - self.current.line_start;
            let fresh = self.current.first_on_line && moved;
            match self.tok() {
                Tok::Eof => return end,
                Tok::Punct(b'}') if open == 0 || (fresh && column == 0) => return end,
                Tok::Label(_) | Tok::QuotedLabel(_) | Tok::NumberLabel(_)
                    if fresh && column == 0 =>
                {
                    return end;
                }
                _ if fresh && open == 0 && column <= indent => return end,
                Tok::Punct(b'(' | b'[' | b'{') => open += 1,
                Tok::Punct(b')' | b']' | b'}') => open = open.saturating_sub(1),
                _ => {}
            }
            end = self.current.end;
            moved = true;
            self.advance();
        }
    }
}

/// Whether an instruction has a result, and so takes a number when it has no name.
fn yields_value(kind: &InstKind) -> bool {
    match kind {
        InstKind::Ret(_)
        | InstKind::Br { .. }
        | InstKind::CondBr { .. }
        | InstKind::Switch { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::Resume(_)
        | InstKind::CatchRet { .. }
        | InstKind::CleanupRet { .. }
        | InstKind::Unreachable
        | InstKind::Store { .. }
        | InstKind::Fence(_)
        | InstKind::Unknown { .. } => false,
        InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
            !call.ret.is_void()
        }
        InstKind::CatchSwitch { .. }
        | InstKind::FNeg { .. }
        | InstKind::Binary { .. }
        | InstKind::ExtractElement { .. }
        | InstKind::InsertElement { .. }
        | InstKind::ShuffleVector { .. }
        | InstKind::ExtractValue { .. }
        | InstKind::InsertValue { .. }
        | InstKind::Alloca { .. }
        | InstKind::Load { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::GetElementPtr { .. }
        | InstKind::Cast { .. }
        | InstKind::ICmp { .. }
        | InstKind::FCmp { .. }
        | InstKind::Phi { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze(_)
        | InstKind::VaArg { .. }
        | InstKind::LandingPad { .. }
        | InstKind::CatchPad { .. }
        | InstKind::CleanupPad { .. } => true,
    }
}
