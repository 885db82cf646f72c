//! Arrays. Walking a chain of stores is in [`deep`](crate::deep).

use crate::{Rule, rules};

pub(super) const RULES: &[Rule] = rules! {
    select_store: match "(select (store m x y) x)" result "y";
    select_const_array: match "(select (const-array n x) y)" result "x";
    store_store: match "(store (store m x y) x z)" result "(store m x z)";
    store_select: match "(store m x (select m x))" result "m";
    store_const_array: match "(store (const-array n x) y x)" result "(const-array n x)";
    ite_store_store: match "(ite p (store m x y) (store m x z))" result "(store m x (ite p y z))";
    ite_store_then: match "(ite p (store m C y) m)" result "(store m C (ite p y (select m C)))";
    ite_store_else: match "(ite p m (store m C y))" result "(store m C (ite p (select m C) y))";
};
