//! Parts of objects as a C programmer writes them: `a[2].x`.

use crate::step::Part;
use cassay_ir::{CType, CTypeId, CTypeTable, FloatKind, Member, Program};

/// A part of an object that has one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The way from the object to it, e.g. `[2].x`.
    pub path: Vec<Part>,
    /// Its type.
    pub ctype: CTypeId,
    /// Offset in bits from the start of the object.
    pub bit_offset: u64,
    /// Width in bits.
    pub bits: u64,
    /// Whether it is several characters, to be shown as text.
    pub text: bool,
}

/// Size of a type in bits, when it is known.
pub fn ctype_bits(program: &Program, id: CTypeId) -> Option<u64> {
    bits_of(program, id, 0)
}

fn bits_of(program: &Program, id: CTypeId, depth: usize) -> Option<u64> {
    if depth > program.ctypes.len() {
        return None;
    }
    match program.ctypes.resolve(id) {
        CType::Unknown | CType::Void | CType::Function => None,
        CType::Int { bits, .. } | CType::Enum { bits, .. } => Some(u64::from(*bits)),
        CType::Float { bits, .. } => Some(match bits {
            80 if program.layout.pointer_bits == 64 => 128,
            80 => 96,
            bits => u64::from(*bits),
        }),
        CType::Char { .. } | CType::Bool => Some(8),
        CType::Pointer(_) => Some(u64::from(program.layout.pointer_bits)),
        CType::Array { elem, len } => bits_of(program, *elem, depth + 1)?.checked_mul((*len)?),
        CType::Struct { size, .. } | CType::Union { size, .. } => size.checked_mul(8),
        CType::Typedef { .. } => None,
    }
}

/// The leaves of an object of type `ctype` that overlap the bits from `start` to `end`, at most
/// `limit` of them; `None` when there are more or the type does not say.
pub fn leaves(
    program: &Program,
    ctype: CTypeId,
    start: u64,
    end: u64,
    limit: usize,
) -> Option<Vec<Leaf>> {
    let mut walk = Walk {
        program,
        start,
        end,
        limit,
        found: Vec::new(),
    };
    walk.visit(ctype, 0, Vec::new(), 0)?;
    Some(walk.found)
}

struct Walk<'p> {
    program: &'p Program,
    start: u64,
    end: u64,
    limit: usize,
    found: Vec<Leaf>,
}

impl Walk<'_> {
    fn visit(&mut self, ctype: CTypeId, at: u64, path: Vec<Part>, depth: usize) -> Option<()> {
        if depth > 64 {
            return None;
        }
        match self.program.ctypes.resolve(ctype) {
            CType::Unknown | CType::Void | CType::Function | CType::Typedef { .. } => None,
            CType::Float { name, bits } => {
                let kind = crate::value::float_kind(name, *bits);
                let bits = kind.map_or(*bits, FloatKind::bits);
                self.leaf(ctype, at, u64::from(bits), path)
            }
            CType::Int { bits, .. } | CType::Enum { bits, .. } => {
                self.leaf(ctype, at, u64::from(*bits), path)
            }
            CType::Char { .. } | CType::Bool => self.leaf(ctype, at, 8, path),
            CType::Pointer(_) => {
                let bits = u64::from(self.program.layout.pointer_bits);
                self.leaf(ctype, at, bits, path)
            }
            CType::Array { elem, len } => {
                let stride = ctype_bits(self.program, *elem)?.max(1);
                let first = self.start.saturating_sub(at) / stride;
                let last = self.end.saturating_sub(at).div_ceil(stride);
                let last = len.map_or(last, |len| last.min(len));
                for index in first..last {
                    let path = longer(&path, Part::Index(index));
                    self.visit(*elem, at + index * stride, path, depth + 1)?;
                }
                Some(())
            }
            CType::Struct { members, .. } => {
                for member in members {
                    if self.overlaps(member, at) {
                        self.member(member, at, &path, depth)?;
                    }
                }
                Some(())
            }
            CType::Union { members, .. } => {
                let exact = members.iter().find(|member| {
                    let leaves = self.inside(member, at, depth);
                    leaves.is_some_and(|leaves| match leaves.as_slice() {
                        [leaf] => {
                            leaf.bit_offset == self.start && leaf.bit_offset + leaf.bits == self.end
                        }
                        _ => false,
                    })
                });
                let any = || members.iter().find(|member| self.overlaps(member, at));
                match exact.or_else(any) {
                    Some(member) => self.member(member, at, &path, depth),
                    None => Some(()),
                }
            }
        }
    }

    /// The leaves in question inside one member.
    fn inside(&self, member: &Member, at: u64, depth: usize) -> Option<Vec<Leaf>> {
        let mut walk = Walk {
            program: self.program,
            start: self.start,
            end: self.end,
            limit: 2,
            found: Vec::new(),
        };
        walk.member(member, at, &[], depth)?;
        Some(walk.found)
    }

    fn member(&mut self, member: &Member, at: u64, path: &[Part], depth: usize) -> Option<()> {
        let path = if member.name.is_empty() {
            path.to_vec()
        } else {
            longer(path, Part::Member(member.name.clone()))
        };
        let at = at + member.bit_offset;
        match member.bit_width {
            Some(width) => self.leaf(member.ty, at, u64::from(width), path),
            None => self.visit(member.ty, at, path, depth + 1),
        }
    }

    fn overlaps(&self, member: &Member, at: u64) -> bool {
        let bits = match member.bit_width {
            Some(width) => Some(u64::from(width)),
            None => ctype_bits(self.program, member.ty),
        };
        let start = at + member.bit_offset;
        start < self.end && bits.is_none_or(|bits| self.start < start + bits)
    }

    fn leaf(&mut self, ctype: CTypeId, at: u64, bits: u64, path: Vec<Part>) -> Option<()> {
        if at < self.end && self.start < at + bits {
            if self.found.len() >= self.limit {
                return None;
            }
            self.found.push(Leaf {
                path,
                ctype,
                bit_offset: at,
                bits,
                text: false,
            });
        }
        Some(())
    }
}

fn longer(path: &[Part], part: Part) -> Vec<Part> {
    let mut path = path.to_vec();
    path.push(part);
    path
}

/// The path to a byte of an object, for a pointer to it: as deep as the pointee type asks, else
/// only as deep as the offset asks. `None` when no path leads exactly there.
pub fn path_to(
    program: &Program,
    object: CTypeId,
    offset: u64,
    pointee: CTypeId,
) -> Option<Vec<Part>> {
    let mut path = Vec::new();
    let mut ctype = object;
    let mut left = offset.checked_mul(8)?;
    for _ in 0..64 {
        if left == 0 && same_type(&program.ctypes, ctype, pointee) {
            return Some(path);
        }
        match program.ctypes.resolve(ctype) {
            CType::Array { elem, len } => {
                let stride = ctype_bits(program, *elem)?.max(1);
                let mut index = left / stride;
                if let Some(len) = len
                    && index >= *len
                {
                    if left != len * stride {
                        return None;
                    }
                    index = *len;
                }
                path.push(Part::Index(index));
                left -= index * stride;
                ctype = *elem;
                if len.is_some_and(|len| index == len) {
                    return Some(path);
                }
            }
            CType::Struct { members, .. } | CType::Union { members, .. } => {
                let member = members.iter().rev().find(|member| {
                    member.bit_width.is_none()
                        && member.bit_offset <= left
                        && ctype_bits(program, member.ty)
                            .is_some_and(|bits| left < member.bit_offset + bits)
                });
                match member {
                    Some(member) if left > 0 || wants_member(program, member.ty, pointee) => {
                        left -= member.bit_offset;
                        ctype = member.ty;
                        if !member.name.is_empty() {
                            path.push(Part::Member(member.name.clone()));
                        }
                    }
                    Some(_) | None => return (left == 0).then_some(path),
                }
            }
            CType::Unknown
            | CType::Void
            | CType::Int { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Pointer(_)
            | CType::Typedef { .. }
            | CType::Function => return (left == 0).then_some(path),
        }
    }
    None
}

/// Whether the start of a value of type `ctype` can be of the type `pointee`.
fn wants_member(program: &Program, ctype: CTypeId, pointee: CTypeId) -> bool {
    let mut ctype = ctype;
    for _ in 0..64 {
        if same_type(&program.ctypes, ctype, pointee) {
            return true;
        }
        match program.ctypes.resolve(ctype) {
            CType::Array { elem, .. } => ctype = *elem,
            CType::Struct { members, .. } | CType::Union { members, .. } => match members.first() {
                Some(member) => ctype = member.ty,
                None => return false,
            },
            CType::Unknown
            | CType::Void
            | CType::Int { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Pointer(_)
            | CType::Typedef { .. }
            | CType::Function => return false,
        }
    }
    false
}

/// Whether two types are the same behind their typedefs.
fn same_type(types: &CTypeTable, a: CTypeId, b: CTypeId) -> bool {
    match (types.resolve(a), types.resolve(b)) {
        (CType::Unknown | CType::Void | CType::Function, _) => false,
        (a, b) => a == b,
    }
}
