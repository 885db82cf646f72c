//! Affine and quadratic equations that hold in every sampled state: sums of cells, and of products
//! of two cells, with small integer factors.
//!
//! They are the null space of the matrix of states, computed by elimination modulo a prime and
//! converted back to small fractions. Every equation is then checked on the states in machine
//! arithmetic. An equation that holds in them by chance is refuted by the later proof.

use crate::relation::cell;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr};

/// A column of the matrix: the number one, a cell, or a product of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    One,
    Cell(usize),
    Product(usize, usize),
}

const PRIME: u64 = (1 << 61) - 1;
/// The largest denominator, and the largest factor of an equation.
const DENOMINATOR: u64 = 16;
const FACTOR: i64 = 1 << 32;
/// States with larger values are ignored, since they may have wrapped around.
const LARGEST: i64 = 1 << 26;
/// The most rows that are used.
const ROWS: usize = 240;

/// The equations over cells of one width, given as pairs of a cell and its values by state. With
/// `products`, also those of the second degree.
pub(crate) fn equations(width: u32, cells: &[(usize, Vec<u64>)], products: bool) -> Vec<Expr> {
    let mut columns = vec![Column::One];
    columns.extend((0..cells.len()).map(Column::Cell));
    if products {
        for i in 0..cells.len() {
            columns.extend((i..cells.len()).map(|j| Column::Product(i, j)));
        }
    }
    let count = cells.first().map_or(0, |(_, values)| values.len());
    let shift = 64 - width;
    let signed = |value: u64| ((value << shift) as i64) >> shift;
    let largest = if products { 1 << 13 } else { LARGEST };
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for at in 0..count {
        let state: Vec<i64> = cells.iter().map(|(_, values)| signed(values[at])).collect();
        if state.iter().all(|value| value.abs() < largest) && rows.len() < ROWS {
            rows.push(columns.iter().map(|c| value(*c, &state)).collect());
        }
    }
    if rows.len() < 3 {
        return Vec::new();
    }
    let mask = u64::MAX >> shift;
    let mut found = Vec::new();
    for factors in null_space(&rows, columns.len()) {
        let linear = |c: &Column| !matches!(c, Column::Product(_, _));
        let used = columns.iter().zip(&factors).filter(|(_, f)| **f != 0);
        let used: Vec<(Column, i64)> = used.map(|(c, f)| (*c, *f)).collect();
        if products && used.iter().all(|(c, _)| linear(c)) || used.len() > 9 {
            continue;
        }
        let holds = (0..count).all(|at| {
            let state: Vec<i64> = cells.iter().map(|(_, values)| signed(values[at])).collect();
            let parts = used
                .iter()
                .map(|(c, f)| f.wrapping_mul(wrapping(*c, &state)) as u64);
            parts.fold(0_u64, u64::wrapping_add) & mask == 0
        });
        if holds && let Some(equation) = equation(width, cells, &used) {
            found.push(equation);
        }
    }
    found
}

fn value(column: Column, state: &[i64]) -> i64 {
    wrapping(column, state)
}

fn wrapping(column: Column, state: &[i64]) -> i64 {
    match column {
        Column::One => 1,
        Column::Cell(index) => state[index],
        Column::Product(a, b) => state[a].wrapping_mul(state[b]),
    }
}

fn equation(width: u32, cells: &[(usize, Vec<u64>)], used: &[(Column, i64)]) -> Option<Expr> {
    let mut sides: [Option<Expr>; 2] = [None, None];
    for (column, factor) in used {
        // Both sides with positive factors, the usual notation.
        let side = &mut sides[usize::from(*factor < 0)];
        let constant = |value: i64| Expr::Int(Bv::from_i64(width, value));
        let size = factor.checked_abs()?;
        let of = |index: usize| cell(cells[index].0);
        let part = match column {
            Column::One => constant(size),
            Column::Cell(index) => times(size, of(*index), width),
            Column::Product(a, b) => {
                let product = Expr::binary(BinaryOp::Mul, of(*a), of(*b));
                times(size, product, width)
            }
        };
        *side = Some(match side.take() {
            None => part,
            Some(sum) => Expr::binary(BinaryOp::Add, sum, part),
        });
    }
    let [a, b] = sides.map(|side| side.unwrap_or_else(|| Expr::int(width, 0)));
    Some(Expr::compare(CompareOp::Eq, a, b))
}

fn times(factor: i64, value: Expr, width: u32) -> Expr {
    if factor == 1 {
        return value;
    }
    let factor = Expr::Int(Bv::from_i64(width, factor));
    Expr::binary(BinaryOp::Mul, factor, value)
}

/// A basis of the vectors that every row is orthogonal to, as small integers.
fn null_space(rows: &[Vec<i64>], width: usize) -> Vec<Vec<i64>> {
    let mut matrix: Vec<Vec<u64>> = rows
        .iter()
        .map(|row| row.iter().map(|v| residue(*v)).collect())
        .collect();
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..width {
        let next = pivots.len();
        let Some(found) = (next..matrix.len()).find(|row| matrix[*row][column] != 0) else {
            continue;
        };
        matrix.swap(next, found);
        let scale = inverse(matrix[next][column]);
        for value in &mut matrix[next] {
            *value = multiply(*value, scale);
        }
        let pivot = matrix[next].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let by = row[column];
            if index == next || by == 0 {
                continue;
            }
            for (value, part) in row.iter_mut().zip(&pivot) {
                *value = subtract(*value, multiply(by, *part));
            }
        }
        pivots.push(column);
    }
    let mut basis = Vec::new();
    for free in (0..width).filter(|column| !pivots.contains(column)) {
        let mut vector = vec![0_u64; width];
        vector[free] = 1;
        for (row, pivot) in pivots.iter().enumerate() {
            vector[*pivot] = subtract(0, matrix[row][free]);
        }
        basis.extend(small(&vector));
    }
    basis
}

/// Residues as integers with a small common denominator.
fn small(vector: &[u64]) -> Option<Vec<i64>> {
    (1..=DENOMINATOR).find_map(|denominator| {
        let parts = vector.iter().map(|value| {
            let scaled = multiply(*value, denominator);
            let signed = if scaled > PRIME / 2 {
                scaled as i64 - PRIME as i64
            } else {
                scaled as i64
            };
            (signed.abs() <= FACTOR).then_some(signed)
        });
        parts.collect::<Option<Vec<i64>>>()
    })
}

fn residue(value: i64) -> u64 {
    value.rem_euclid(PRIME as i64) as u64
}

fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn subtract(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

fn inverse(value: u64) -> u64 {
    // The inverse, by Fermat's little theorem.
    let (mut result, mut base, mut power) = (1, value, PRIME - 2);
    while power > 0 {
        if power & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        power >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(f: impl Fn(u64) -> u64) -> Vec<u64> {
        (0..20).map(|n| f(n) & 0xffff_ffff).collect()
    }

    #[test]
    fn finds_a_sum_of_three() {
        let x = column(|n| n);
        let y = column(|n| n * n % 7);
        let z = column(|n| 3 * n + 2 * (n * n % 7) + 5);
        let found = equations(32, &[(0, x), (1, y), (2, z)], false);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn finds_the_sum_of_the_first_numbers() {
        let n = column(|n| n);
        let s = column(|n| n * (n + 1) / 2);
        assert!(equations(32, &[(0, n.clone()), (1, s.clone())], false).is_empty());
        assert!(!equations(32, &[(0, n), (1, s)], true).is_empty());
    }

    #[test]
    fn finds_nothing_between_unrelated_cells() {
        let x = column(|n| n * n * n % 31);
        let y = column(|n| n * n % 29);
        assert!(equations(32, &[(0, x), (1, y)], false).is_empty());
    }
}
