//! Sets, loops over them, and arithmetic.

use super::sample::{Sample, s};
use crate::fault::FaultKind;
use crate::rules::{Arith, Ask, BinaryOp, Expr, Over, UnaryOp};

#[test]
fn sets_have_no_doubles() {
    let x = Sample::new();
    assert_eq!(x.value(x.ints(&[3, 1, 3, 2, 1])), "{3, 1, 2}");
    let (one, other) = (x.ints(&[3, 1]), x.ints(&[2, 1]));
    let all = [BinaryOp::Join, BinaryOp::Intersect, BinaryOp::SetMinus, BinaryOp::Subset];
    assert_eq!(x.told(&all.map(|op| x.binary(op, one, other))), ["{3, 1, 2}", "{1}", "{3}", "false"]);
    assert_eq!(x.value(x.binary(BinaryOp::In, x.int(1), one)), "true");
    assert_eq!(x.value(x.binary(BinaryOp::Subset, x.ints(&[]), one)), "true");
}

#[test]
fn sets_are_the_same_by_members() {
    let x = Sample::new();
    let same = |one: &[i32], other: &[i32]| x.value(x.binary(BinaryOp::SameMembers, x.ints(one), x.ints(other)));
    assert_eq!(same(&[1, 2], &[2, 1]), "true");
    assert_eq!(same(&[1, 2], &[1]), "false");
    assert_eq!(same(&[1], &[1, 2]), "false");
    assert_eq!(same(&[], &[]), "true");
}

#[test]
fn ranges() {
    let x = Sample::new();
    let range = |from, to| x.add(Expr::Range(x.int(from), x.int(to)));
    assert_eq!(x.told(&[range(-1, 2), range(2, 2), range(3, 2)]), ["{-1, 0, 1, 2}", "{2}", "{}"]);
    assert_eq!(x.value(x.ask(Ask::Size, &[range(1, 10_000)])), "10000");
    for (from, to) in [(1, 10_001), (i32::MIN, i32::MAX)] {
        assert_eq!(x.fault(&[range(from, to)]), FaultKind::SetTooLarge(10_000));
    }
    assert_eq!(x.value(range(i32::MAX, i32::MIN)), "{}");
}

#[test]
fn loops_over_a_set() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let set = x.ints(&[4, 1, 3]);
    let big = x.binary(BinaryOp::Greater, value, x.int(2));
    let over = |over, body| x.over(over, (v, set), body);
    assert_eq!(
        x.told(&[
            over(Over::All, big),
            over(Over::Some, big),
            over(Over::Count, big),
            over(Over::Sum, value),
            over(Over::Max, value),
            over(Over::Min, value),
            over(Over::First, big),
            over(Over::Where, big),
        ]),
        ["false", "true", "2", "8", "4", "1", "4", "{4, 3}"]
    );
}

#[test]
fn loops_over_nothing() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let set = x.ints(&[]);
    let over = |over, body| x.over(over, (v, set), body);
    let fine = [
        over(Over::All, x.yes(false)),
        over(Over::Some, x.yes(true)),
        over(Over::Count, x.yes(true)),
        over(Over::Sum, value),
        over(Over::Where, x.yes(true)),
        over(Over::Each, value),
    ];
    assert_eq!(x.told(&fine), ["true", "false", "0", "0", "{}", "true"]);
    for wanted in [Over::Max, Over::Min] {
        assert_eq!(x.fault(&[over(wanted, value)]), FaultKind::NoneOf(wanted.name()));
        let none = x.add(Expr::Over { over: wanted, var: v, set, body: value, none: Some(x.int(-9)) });
        assert_eq!(x.value(none), "-9");
    }
    assert_eq!(x.fault(&[over(Over::First, x.yes(true))]), FaultKind::NoNumber);
}

#[test]
fn the_first_of_none() {
    let mut x = Sample::new();
    let (v, _) = x.var("V");
    let places = x.set(&[x.place(s(1, 1))]);
    assert_eq!(x.value(x.over(Over::First, (v, places), x.yes(false))), "NOWHERE");
    let elements = x.set(&[x.element(0)]);
    assert_eq!(x.value(x.over(Over::First, (v, elements), x.yes(false))), "NOTHING");
    assert_eq!(x.fault(&[x.over(Over::First, (v, x.ints(&[1])), x.yes(false))]), FaultKind::NoNumber);
    // An empty set does not show what its members would be: the rule set says it.
    let none = Some(x.nothing());
    let first = Expr::Over { over: Over::First, var: v, set: x.set(&[]), body: x.yes(true), none };
    assert_eq!(x.value(x.add(first)), "NOTHING");
}

#[test]
fn loops_look_no_further_than_they_must() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    // 1 / 0 fails.
    let divided = x.arith(Arith::Divide, x.int(1), value);
    let one = x.equal(divided, x.int(1));
    assert_eq!(x.value(x.over(Over::Some, (v, x.ints(&[1, 0])), one)), "true");
    assert_eq!(x.value(x.over(Over::All, (v, x.ints(&[2, 0])), one)), "false");
    assert_eq!(x.value(x.over(Over::First, (v, x.ints(&[1, 0])), one)), "1");
    assert_eq!(x.fault(&[x.over(Over::Count, (v, x.ints(&[1, 0])), one)]), FaultKind::DivisionByZero);
}

#[test]
fn a_loop_gives_its_variable_back() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let inner = x.over(Over::Sum, (v, x.ints(&[10, 20])), value);
    // The inner loop uses the variable of the outer one.
    let body = x.arith(Arith::Add, inner, value);
    assert_eq!(x.value(x.over(Over::Sum, (v, x.ints(&[1, 2])), body)), "63");
    assert_eq!(x.fault(&[inner, value]), FaultKind::Unbound("V".into()));
}

#[test]
fn numbers_do_not_wrap() {
    let x = Sample::new();
    let made = |op, one, other| x.arith(op, x.int(one), x.int(other));
    let fine = [
        (Arith::Add, 2, 3, "5"),
        (Arith::Subtract, 2, 3, "-1"),
        (Arith::Multiply, -2, 3, "-6"),
        (Arith::Divide, -7, 2, "-3"),
        (Arith::Remainder, -7, 2, "-1"),
    ];
    for (op, one, other, result) in fine {
        assert_eq!(x.value(made(op, one, other)), result);
    }
    let beyond = [
        (Arith::Add, i32::MAX, 1),
        (Arith::Subtract, i32::MIN, 1),
        (Arith::Multiply, 1 << 16, 1 << 16),
        (Arith::Divide, i32::MIN, -1),
    ];
    for (op, one, other) in beyond {
        assert_eq!(x.fault(&[made(op, one, other)]), FaultKind::Overflow(op.symbol()));
    }
    for op in [Arith::Divide, Arith::Remainder] {
        assert_eq!(x.fault(&[made(op, 1, 0)]), FaultKind::DivisionByZero);
    }
}

#[test]
fn sums_do_not_wrap() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let sum = x.over(Over::Sum, (v, x.ints(&[i32::MAX, 1, -1])), value);
    assert_eq!(x.fault(&[sum]), FaultKind::Overflow("SUM"));
}

#[test]
fn lines_are_all_true_or_false() {
    let x = Sample::new();
    let lines = |lines: &[_]| x.value(x.add(Expr::Lines(lines.to_vec())));
    assert_eq!(lines(&[x.yes(true), x.int(7)]), "7");
    let fails = x.arith(Arith::Divide, x.int(1), x.int(0));
    assert_eq!(lines(&[x.yes(true), x.yes(false), fails]), "false");
    let not = x.add(Expr::Unary(UnaryOp::Not, x.yes(true)));
    assert_eq!(lines(&[x.int(3), not]), "false");
}

#[test]
fn things_are_equal_to_themselves() {
    let x = Sample::new();
    assert_eq!(x.value(x.equal(x.element(0), x.element(0))), "true");
    assert_eq!(x.value(x.equal(x.element(0), x.element(1))), "false");
    assert_eq!(x.value(x.equal(x.element(0), x.nothing())), "false");
    assert_eq!(x.value(x.equal(x.ask(Ask::Content, &[x.nowhere()]), x.nothing())), "true");
    assert_eq!(x.value(x.binary(BinaryOp::In, x.place(s(1, 2)), x.set(&[x.place(s(1, 1)), x.place(s(1, 2))]))), "true");
}
