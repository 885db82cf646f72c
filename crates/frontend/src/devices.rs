//! Memory-mapped devices: address ranges that the user names, each a global whose contents may
//! change at any time.
//!
//! An integer in such a range that is converted to a pointer points into that global.

use crate::fold;
use crate::functions::Builder;
use crate::lower::Lowering;
use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, CTypeTable, CompareOp, Expr, Global, GlobalId, Initializer, Type, TypeTable, Variable,
};

impl Lowering<'_> {
    /// The pointer to a device register at a constant address, if it is one.
    pub fn device_address(&mut self, address: &Bv) -> Option<Expr> {
        let address = address.to_u64()?;
        let region = self.options.mmio.iter().position(|(start, size)| {
            address
                .checked_sub(*start)
                .is_some_and(|offset| offset < *size)
        })?;
        let (start, _) = self.options.mmio[region];
        let base = Expr::AddrOf(Variable::Global(self.device(region)));
        let bits = self.pointer_bits();
        Some(fold::ptr_add(base, Expr::int(bits, address - start)))
    }

    /// The global of a region, made on first use.
    fn device(&mut self, region: usize) -> GlobalId {
        if let Some(&known) = self.devices.get(&region) {
            return known;
        }
        let (start, size) = self.options.mmio[region];
        let elem = self.program.types.int(8);
        let ty = self.program.types.intern(Type::Array { elem, len: size });
        let align = 1 << start.trailing_zeros().min(12);
        let id = self.program.globals.push(Global {
            address_of: None,
            name: format!("mmio_{start:#x}").into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align,
            init: Initializer::External,
            constant: false,
            thread_local: false,
            device: true,
            model: false,
            span: Span::NONE,
        });
        self.devices.insert(region, id);
        id
    }
}

impl Builder<'_, '_> {
    /// A pointer made from an integer at run time, which may point to a device.
    pub fn pointer_or_device(&mut self, pointer: Expr, address: Expr) -> Expr {
        let bits = self.cx.pointer_bits();
        let word = self.word();
        let mut pointer = pointer;
        for region in 0..self.cx.options.mmio.len() {
            let (start, size) = self.cx.options.mmio[region];
            let start = Expr::int(bits, start);
            let types = &self.cx.program.types;
            let offset = fold::binary(types, BinaryOp::Sub, address.clone(), start);
            let offset = self.body.assign(word, offset);
            let inside = fold::compare(CompareOp::ULt, offset.clone(), Expr::int(bits, size));
            let inside = self.body.assign(TypeTable::BOOL, inside);
            let base = Expr::AddrOf(Variable::Global(self.cx.device(region)));
            let register = self
                .body
                .assign(TypeTable::PTR, fold::ptr_add(base, offset));
            pointer = self
                .body
                .assign(TypeTable::PTR, fold::select(inside, register, pointer));
        }
        pointer
    }
}
