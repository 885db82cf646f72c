//! Allocation on the heap, which may fail: `malloc` and `calloc`. Models of the library's other
//! allocating functions call these two.
//!
//! A call becomes a branch on an input of its own. Where it fails, there is no object: the result
//! is null and `errno` is set if the program reads it. A request for more bytes than `PTRDIFF_MAX`
//! always fails, and so does a `calloc` whose product does not fit into `size_t`.
//!
//! Invariant, which [`cassay_ir::allocation`] relies on: the block with such an input ends with a
//! branch whose first side is the failure.

use crate::fold;
use crate::functions::Builder;
use crate::link_models::ADDRESS_OF;
use crate::llvm::{Call, Linkage};
use crate::lower::Lowered;
use cassay_bv::Bv;
use cassay_ir::{
    AllocKind, BinaryOp, CallTarget, CompareOp, Expr, InputSource, OverflowOp, Place, Property,
    PropertyClass, StmtKind, TempId, Terminator, TypeTable,
};

/// The function that returns the address of `errno`.
const ERRNO: &str = "__errno_location";

/// `ENOMEM` of Linux.
const OUT_OF_MEMORY: u64 = 12;

/// The alignment of heap objects, in both data models.
const HEAP_ALIGNMENT: u64 = 16;

impl<'m> Builder<'_, 'm> {
    /// `malloc`.
    pub fn malloc(&mut self, name: &str, call: &'m Call) -> Lowered<Expr> {
        let (size, ty) = self.argument(call, 0)?;
        let size = self.as_word(size, ty)?;
        let too_large = self.exceeds_differences(&size);
        let size = Size {
            bytes: size,
            too_large,
            product_fits: None,
        };
        Ok(self.allocate_or_fail(name, size, AllocKind::Heap))
    }

    /// `calloc`.
    pub fn calloc(&mut self, name: &str, call: &'m Call) -> Lowered<Expr> {
        let (count, count_ty) = self.argument(call, 0)?;
        let (size, size_ty) = self.argument(call, 1)?;
        let count = self.as_word(count, count_ty)?;
        let size = self.as_word(size, size_ty)?;
        let fits = self.product_fits(&count, &size);
        let product = fold::binary(&self.cx.program.types, BinaryOp::Mul, count, size);
        let word = self.word();
        let bytes = self.body.assign(word, product);
        let beyond = self.exceeds_differences(&bytes);
        let too_large = either(fold::not(fits.clone()), beyond);
        let size = Size {
            bytes,
            too_large,
            product_fits: Some(fits),
        };
        Ok(self.allocate_or_fail(name, size, AllocKind::ZeroedHeap))
    }

    /// The size of an array of `count` elements on the stack. Its allocation always succeeds: the
    /// product is assumed to fit into an address.
    pub fn array_size(&mut self, count: Expr, size: Expr) -> Expr {
        let fits = self.product_fits(&count, &size);
        self.assume_unless_certain(fits);
        fold::binary(&self.cx.program.types, BinaryOp::Mul, count, size)
    }

    /// Whether the product of two sizes does not overflow.
    fn product_fits(&mut self, count: &Expr, size: &Expr) -> Expr {
        match (count, size) {
            (Expr::Int(known), other) | (other, Expr::Int(known)) => {
                if known.is_zero() || known.is_one() {
                    return Expr::bool(true);
                }
                let most = Bv::ones(known.width()).udiv(known);
                let fits = fold::compare(CompareOp::ULe, other.clone(), Expr::Int(most));
                self.body.assign(TypeTable::BOOL, fits)
            }
            (count, size) => {
                let (count, size) = (Box::new(count.clone()), Box::new(size.clone()));
                let overflow = Expr::Overflow(OverflowOp::UMul, count, size);
                let overflow = self.body.assign(TypeTable::BOOL, overflow);
                fold::not(overflow)
            }
        }
    }

    /// Whether a size exceeds `PTRDIFF_MAX`, the largest difference of two pointers.
    fn exceeds_differences(&mut self, size: &Expr) -> Expr {
        let least = Expr::Int(Bv::signed_min(self.cx.pointer_bits()));
        fold::compare(CompareOp::ULe, least, size.clone())
    }

    fn assume_unless_certain(&mut self, cond: Expr) {
        if cond != Expr::bool(true) {
            self.body.push(StmtKind::Assume(cond));
        }
    }

    /// A new object on the heap, or null.
    fn allocate_or_fail(&mut self, name: &str, size: Size, kind: AllocKind) -> Expr {
        let too_large = self.body.assign(TypeTable::BOOL, size.too_large);
        let possible = fold::not(too_large.clone());
        if possible != Expr::bool(true) {
            self.assert(possible, Property::of(PropertyClass::AllocationSize));
        }
        if too_large == Expr::bool(true) {
            self.set_errno();
            return Expr::Null;
        }
        // The program calls the model, unless this is a helper function of the model.
        let helps = self.source.function.linkage == Linkage::Internal;
        let called = if self.body.function.model && !helps {
            let model = &*self.body.function.name;
            model.strip_prefix(ADDRESS_OF).unwrap_or(model)
        } else {
            name
        };
        let source = InputSource::AllocationFails(called.into());
        let fails = self.havoc(TypeTable::BOOL, source);
        let cond = either(fails, too_large);
        let result = self.body.temp(TypeTable::PTR);
        let (failure, success, join) = (
            self.body.new_block(),
            self.body.new_block(),
            self.body.new_block(),
        );
        let branch = Terminator::Branch {
            cond,
            then: failure,
            otherwise: success,
        };
        self.body.go_on_in(failure, branch);
        self.set_errno();
        self.give(result, Expr::Null);
        self.body.go_on_in(success, Terminator::Goto(join));
        if let Some(fits) = size.product_fits {
            // Has an effect only where allocation is assumed to succeed always.
            self.assume_unless_certain(fits);
        }
        let object = self.allocate(size.bytes, HEAP_ALIGNMENT, kind);
        self.give(result, object);
        self.body.go_on_in(join, Terminator::Goto(join));
        Expr::Temp(result)
    }

    fn give(&mut self, dst: TempId, value: Expr) {
        self.body.push(StmtKind::Assign { dst, value });
    }

    /// Sets `errno`, if the program could read it.
    fn set_errno(&mut self) {
        let Some(place) = self
            .cx
            .symbols
            .shared
            .get(ERRNO)
            .and_then(|at| at.function())
        else {
            return;
        };
        let dst = self.body.temp(TypeTable::PTR);
        self.body.push(StmtKind::Call {
            dst: Some(dst),
            target: CallTarget::Direct(place),
            args: Vec::new(),
        });
        self.body.push(StmtKind::Store {
            place: Place::Deref(Expr::Temp(dst), 4),
            value: Expr::int(32, OUT_OF_MEMORY),
            volatile: false,
            order: None,
        });
    }
}

/// The size of a requested object.
struct Size {
    bytes: Expr,
    /// When no such object can exist.
    too_large: Expr,
    /// For a product: when `bytes` is the mathematical product.
    product_fits: Option<Expr>,
}

/// Whether one of two conditions holds.
fn either(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Int(known), _) => {
            if known.is_zero() {
                b
            } else {
                a
            }
        }
        (_, Expr::Int(known)) => {
            if known.is_zero() {
                a
            } else {
                b
            }
        }
        _ => Expr::binary(BinaryOp::Or, a, b),
    }
}
