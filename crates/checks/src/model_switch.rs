//! Constants of the library models by which they know what is checked.
//!
//! What a model records only for one property costs nothing where the property is not checked: the
//! constant is 0 there.

use cassay_ir::{Constant, Initializer, Program};

/// Gives a constant of the models a value, if the program has it.
pub(crate) fn set_switch(program: &mut Program, name: &str, value: u8) {
    let mut globals = program.globals.iter_mut();
    let switch = globals.find(|global| global.model && &*global.name == name);
    if let Some(switch) = switch {
        switch.init = Initializer::Parts(vec![(0, Constant::Bytes(vec![value, 0, 0, 0]))]);
    }
}
