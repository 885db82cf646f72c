//! Every operation against the arithmetic of `u128` and `i128`, for widths of up to 64; and for
//! wider values, whose representation differs, against the narrow ones and against algebra.

use cassay_bv::Bv;
use proptest::prelude::*;

fn mask(width: u32) -> u128 {
    if width == 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

fn signed(width: u32, value: u128) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

fn bv(width: u32, value: u128) -> Bv {
    Bv::from_u128(width, value)
}

fn unsigned(value: &Bv) -> u128 {
    value.to_u128().expect("at most 128 bits")
}

/// A width and two values of it, often at the edges.
fn two(max: u32) -> impl Strategy<Value = (u32, u128, u128)> {
    (1..=max).prop_flat_map(|width| {
        let edge = prop_oneof![
            Just(0),
            Just(1),
            Just(mask(width)),
            Just(1 << (width - 1)),
            Just((1u128 << (width - 1)) - 1),
            0..=u128::from(width + 1),
        ];
        let value = prop_oneof![edge, any::<u128>()].prop_map(move |v| v & mask(width));
        (Just(width), value.clone(), value)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn unsigned_operations((w, a, b) in two(64)) {
        let (x, y) = (bv(w, a), bv(w, b));
        let m = mask(w);
        prop_assert_eq!(unsigned(&x.add(&y)), (a + b) & m);
        prop_assert_eq!(unsigned(&x.sub(&y)), a.wrapping_sub(b) & m);
        prop_assert_eq!(unsigned(&x.mul(&y)), (a * b) & m);
        prop_assert_eq!(unsigned(&x.neg()), a.wrapping_neg() & m);
        prop_assert_eq!(unsigned(&x.udiv(&y)), a.checked_div(b).unwrap_or(m));
        prop_assert_eq!(unsigned(&x.urem(&y)), a.checked_rem(b).unwrap_or(a));
        prop_assert_eq!(unsigned(&x.not()), !a & m);
        prop_assert_eq!(unsigned(&x.and(&y)), a & b);
        prop_assert_eq!(unsigned(&x.or(&y)), a | b);
        prop_assert_eq!(unsigned(&x.xor(&y)), a ^ b);
        prop_assert_eq!(x.ult(&y), a < b);
        prop_assert_eq!(x.ule(&y), a <= b);
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.uadd_overflows(&y), a + b > m);
        prop_assert_eq!(x.usub_overflows(&y), a < b);
        prop_assert_eq!(x.umul_overflows(&y), a * b > m);
    }

    #[test]
    fn signed_operations((w, a, b) in two(64)) {
        let (x, y) = (bv(w, a), bv(w, b));
        let (s, t) = (signed(w, a), signed(w, b));
        let (low, high) = (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1);
        let fits = |v: i128| low <= v && v <= high;
        prop_assert_eq!(x.to_i128(), Some(s));
        prop_assert_eq!(x.is_negative(), s < 0);
        prop_assert_eq!(x.slt(&y), s < t);
        prop_assert_eq!(x.sle(&y), s <= t);
        prop_assert_eq!(x.sadd_overflows(&y), !fits(s + t));
        prop_assert_eq!(x.ssub_overflows(&y), !fits(s - t));
        prop_assert_eq!(x.smul_overflows(&y), !fits(s * t));
        prop_assert_eq!(x.neg_overflows(), !fits(-s));
        if t == 0 {
            prop_assert_eq!(x.sdiv(&y), Bv::from_i64(w, if s < 0 { 1 } else { -1 }));
            prop_assert_eq!(x.srem(&y), x.clone());
            prop_assert_eq!(x.smod(&y), x.clone());
            prop_assert!(!x.sdiv_overflows(&y));
        } else {
            prop_assert_eq!(x.sdiv(&y), Bv::from_i128(w, s / t));
            prop_assert_eq!(x.srem(&y), Bv::from_i128(w, s % t));
            let floored = s - t * (s as f64 / t as f64).floor() as i128;
            if w <= 24 {
                prop_assert_eq!(x.smod(&y), Bv::from_i128(w, floored));
            }
            prop_assert_eq!(x.sdiv_overflows(&y), !fits(s / t));
        }
    }

    #[test]
    fn shifts((w, a, b) in two(64)) {
        let (x, y) = (bv(w, a), bv(w, b));
        let small = u32::try_from(b).ok().filter(|b| *b < w);
        prop_assert_eq!(unsigned(&x.shl(&y)), small.map_or(0, |k| (a << k) & mask(w)));
        prop_assert_eq!(unsigned(&x.lshr(&y)), small.map_or(0, |k| a >> k));
        let filled = signed(w, a) >> small.unwrap_or(w - 1);
        prop_assert_eq!(x.ashr(&y), Bv::from_i128(w, filled));
    }

    #[test]
    fn changes_of_width((w, a, b) in two(64), more in 0u32..60, cut in any::<(u32, u32)>()) {
        let (x, y) = (bv(w, a), bv(w, b));
        prop_assert_eq!(unsigned(&x.concat(&y)), a << w | b);
        prop_assert_eq!(unsigned(&x.zext(w + more)), a);
        prop_assert_eq!(x.sext(w + more), Bv::from_i128(w + more, signed(w, a)));
        let lo = cut.0 % w;
        let hi = lo + cut.1 % (w - lo);
        prop_assert_eq!(unsigned(&x.extract(hi, lo)), (a >> lo) & mask(hi - lo + 1));
        prop_assert_eq!(x.bit(lo), a >> lo & 1 == 1);
        prop_assert_eq!(x.count_ones(), a.count_ones());
        prop_assert_eq!(x.trailing_zeros(), a.trailing_zeros().min(w));
        prop_assert_eq!(x.leading_zeros(), a.leading_zeros() - (128 - w));
        prop_assert_eq!(x.is_power_of_two(), a.is_power_of_two());
        prop_assert_eq!(x.is_ones(), a == mask(w));
    }

    #[test]
    fn texts((w, a, _) in two(128)) {
        let x = bv(w, a);
        prop_assert_eq!(x.to_string(), a.to_string());
        prop_assert_eq!(format!("{x:x}"), format!("{a:x}"));
        prop_assert_eq!(x.signed_decimal(), signed(w, a).to_string());
        let literal = x.smtlib();
        let radix = if w % 4 == 0 { 16 } else { 2 };
        let digits = if w % 4 == 0 { w / 4 } else { w };
        prop_assert_eq!(literal.len() as u32, digits + 2);
        prop_assert_eq!(Bv::parse(w, &literal[2..], radix), Some(x.clone()));
        prop_assert_eq!(Bv::parse(w, &x.to_string(), 10), Some(x));
    }

    /// The limb-wise code must give what the inline code gives on the same numbers.
    #[test]
    fn wide_values_agree_with_narrow_ones((w, a, b) in two(64), wide in 65u32..300) {
        let (x, y) = (bv(w, a), bv(w, b));
        let (u, v) = (x.zext(wide), y.zext(wide));
        prop_assert_eq!(u.add(&v).extract(w - 1, 0), x.add(&y));
        prop_assert_eq!(u.sub(&v).extract(w - 1, 0), x.sub(&y));
        prop_assert_eq!(u.mul(&v).extract(w - 1, 0), x.mul(&y));
        prop_assert_eq!(u.and(&v), x.and(&y).zext(wide));
        prop_assert_eq!(u.or(&v), x.or(&y).zext(wide));
        prop_assert_eq!(u.xor(&v), x.xor(&y).zext(wide));
        prop_assert_eq!(u.ult(&v), x.ult(&y));
        let (s, t) = (x.sext(wide), y.sext(wide));
        prop_assert_eq!(s.slt(&t), x.slt(&y));
        prop_assert_eq!(s.to_i128(), x.to_i128());
        if b != 0 {
            prop_assert_eq!(u.udiv(&v), x.udiv(&y).zext(wide));
            prop_assert_eq!(u.urem(&v), x.urem(&y).zext(wide));
            prop_assert_eq!(s.sdiv(&t).extract(w - 1, 0), x.sdiv(&y));
            prop_assert_eq!(s.srem(&t).extract(w - 1, 0), x.srem(&y));
        }
    }

    #[test]
    fn wide_values_obey_algebra(w in 65u32..300, limbs in any::<[u64; 10]>(), k in 0u32..310) {
        let (x, y) = (Bv::from_limbs(w, &limbs[..5]), Bv::from_limbs(w, &limbs[5..]));
        prop_assert_eq!(x.add(&y).sub(&y), x.clone());
        prop_assert_eq!(x.neg().add(&x), Bv::zero(w));
        prop_assert_eq!(x.not().neg(), x.add(&Bv::one(w)));
        prop_assert_eq!(x.mul(&Bv::ones(w)), x.neg());
        let half = Bv::from_limbs(w, &limbs[..1]);
        prop_assert_eq!(x.udiv(&half).mul(&half).add(&x.urem(&half)), x.clone());
        prop_assert_eq!(x.udiv(&Bv::zero(w)), Bv::ones(w));
        if k < w {
            let power = Bv::power_of_two(w, k);
            prop_assert_eq!(x.shl_by(k), x.mul(&power));
            prop_assert_eq!(x.lshr_by(k), x.udiv(&power));
            prop_assert_eq!(x.shl(&Bv::from_u64(w, u64::from(k))), x.shl_by(k));
            if k > 0 {
                let (high, low) = (x.extract(w - 1, k), x.extract(k - 1, 0));
                prop_assert_eq!(high.concat(&low), x.clone());
                prop_assert_eq!(low.zext(w).or(&high.zext(w).shl_by(k)), x.clone());
                let by = Bv::from_u64(w, u64::from(k));
                prop_assert_eq!(x.ashr(&by), high.sext(w));
            }
        } else {
            prop_assert_eq!(x.lshr(&Bv::from_u64(w, u64::from(k))), Bv::zero(w));
        }
        prop_assert_eq!(x.umul_overflows(&Bv::one(w)), false);
        prop_assert_eq!(x.ult(&y), !y.ule(&x));
        prop_assert_eq!(x.slt(&y), x.xor(&Bv::signed_min(w)).ult(&y.xor(&Bv::signed_min(w))));
        let wide = w + 70;
        prop_assert_eq!(x.sext(wide).add(&y.sext(wide)) != x.add(&y).sext(wide),
            x.sadd_overflows(&y));
        prop_assert_eq!(x.zext(wide).add(&y.zext(wide)) != x.add(&y).zext(wide),
            x.uadd_overflows(&y));
        let text = x.to_string();
        prop_assert_eq!(Bv::parse(w, &text, 10), Some(x));
    }
}

#[test]
fn known_values() {
    assert_eq!(Bv::from_i64(8, -1), Bv::ones(8));
    assert_eq!(Bv::from_i64(200, -1), Bv::ones(200));
    assert_eq!(Bv::from_i128(200, i128::MIN).to_i128(), Some(i128::MIN));
    assert_eq!(Bv::from_u64(4, 0x1f).to_u64(), Some(15));
    assert_eq!(Bv::from_bool(true), Bv::ones(1));
    assert_eq!(Bv::power_of_two(129, 128).to_u128(), None);
    assert_eq!(Bv::from_u64(12, 0xabc).smtlib(), "#xabc");
    assert_eq!(Bv::from_u64(5, 9).smtlib(), "#b01001");
    let (minus_seven, two) = (Bv::from_i64(8, -7), Bv::from_u64(8, 2));
    assert_eq!(minus_seven.sdiv(&two), Bv::from_i64(8, -3));
    assert_eq!(minus_seven.srem(&two), Bv::from_i64(8, -1));
    assert_eq!(minus_seven.smod(&two), Bv::from_i64(8, 1));
    assert_eq!(Bv::signed_min(8).sdiv(&Bv::ones(8)), Bv::signed_min(8));
    assert_eq!(Bv::parse(8, "", 10), None);
    assert_eq!(Bv::parse(8, "12x", 10), None);
}

#[test]
#[should_panic(expected = "different widths")]
fn mixing_widths_is_a_bug() {
    let _ = Bv::zero(8).add(&Bv::zero(9));
}
