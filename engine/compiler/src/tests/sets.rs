//! Tests of sets, aggregates and arithmetic.

use super::sample::{Sample, s};
use boardwright_game::fault::FaultKind;
use boardwright_rules::{Aggregate, ArithmeticOp, BinaryOp, Expr, Query, UnaryOp};

#[test]
fn sets_have_no_doubles() {
    let x = Sample::new();
    assert_eq!(x.value(x.ints(&[3, 1, 3, 2, 1])), "{3, 1, 2}");
    let (one, other) = (x.ints(&[3, 1]), x.ints(&[2, 1]));
    let all = [BinaryOp::Join, BinaryOp::Intersect, BinaryOp::SetMinus, BinaryOp::Subset];
    assert_eq!(x.evaluate_all(&all.map(|op| x.binary(op, one, other))), ["{3, 1, 2}", "{1}", "{3}", "false"]);
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
    assert_eq!(x.evaluate_all(&[range(-1, 2), range(2, 2), range(3, 2)]), ["{-1, 0, 1, 2}", "{2}", "{}"]);
    assert_eq!(x.value(x.query(Query::Size, &[range(1, 10_000)])), "10000");
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
    let over = |over, body| x.aggregate(over, (v, set), body);
    assert_eq!(
        x.evaluate_all(&[
            over(Aggregate::All, big),
            over(Aggregate::Some, big),
            over(Aggregate::Count, big),
            over(Aggregate::Sum, value),
            over(Aggregate::Max, value),
            over(Aggregate::Min, value),
            over(Aggregate::First, big),
            over(Aggregate::Where, big),
        ]),
        ["false", "true", "2", "8", "4", "1", "4", "{4, 3}"]
    );
}

#[test]
fn loops_over_nothing() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let set = x.ints(&[]);
    let over = |over, body| x.aggregate(over, (v, set), body);
    let fine = [
        over(Aggregate::All, x.boolean(false)),
        over(Aggregate::Some, x.boolean(true)),
        over(Aggregate::Count, x.boolean(true)),
        over(Aggregate::Sum, value),
        over(Aggregate::Where, x.boolean(true)),
        over(Aggregate::Each, value),
    ];
    assert_eq!(x.evaluate_all(&fine), ["true", "false", "0", "0", "{}", "true"]);
    for function in [Aggregate::Max, Aggregate::Min] {
        assert_eq!(x.fault(&[over(function, value)]), FaultKind::EmptyAggregate(function.name()));
        let none = x.add(Expr::Aggregate { function, var: v, set, body: value, none: Some(x.int(-9)) });
        assert_eq!(x.value(none), "-9");
    }
    assert_eq!(x.fault(&[over(Aggregate::First, x.boolean(true))]), FaultKind::NoMatchingNumber);
}

#[test]
fn the_first_of_none() {
    let mut x = Sample::new();
    let (v, _) = x.var("V");
    let places = x.set(&[x.place(s(1, 1))]);
    assert_eq!(x.value(x.aggregate(Aggregate::First, (v, places), x.boolean(false))), "NOWHERE");
    let elements = x.set(&[x.element(0)]);
    assert_eq!(x.value(x.aggregate(Aggregate::First, (v, elements), x.boolean(false))), "NOTHING");
    assert_eq!(
        x.fault(&[x.aggregate(Aggregate::First, (v, x.ints(&[1])), x.boolean(false))]),
        FaultKind::NoMatchingNumber
    );
    // An empty set does not show the kind of its members, so the rule set gives the value for nothing.
    let none = Some(x.nothing());
    let first = Expr::Aggregate { function: Aggregate::First, var: v, set: x.set(&[]), body: x.boolean(true), none };
    assert_eq!(x.value(x.add(first)), "NOTHING");
}

#[test]
fn loops_short_circuit() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    // 1 / 0 fails.
    let divided = x.arith(ArithmeticOp::Divide, x.int(1), value);
    let one = x.equal(divided, x.int(1));
    assert_eq!(x.value(x.aggregate(Aggregate::Some, (v, x.ints(&[1, 0])), one)), "true");
    assert_eq!(x.value(x.aggregate(Aggregate::All, (v, x.ints(&[2, 0])), one)), "false");
    assert_eq!(x.value(x.aggregate(Aggregate::First, (v, x.ints(&[1, 0])), one)), "1");
    assert_eq!(x.fault(&[x.aggregate(Aggregate::Count, (v, x.ints(&[1, 0])), one)]), FaultKind::DivisionByZero);
}

#[test]
fn a_loop_restores_its_variable() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let inner = x.aggregate(Aggregate::Sum, (v, x.ints(&[10, 20])), value);
    // The inner loop uses the variable of the outer one.
    let body = x.arith(ArithmeticOp::Add, inner, value);
    assert_eq!(x.value(x.aggregate(Aggregate::Sum, (v, x.ints(&[1, 2])), body)), "63");
    assert_eq!(x.fault(&[inner, value]), FaultKind::Unbound("V".into()));
}

#[test]
fn numbers_do_not_wrap() {
    let x = Sample::new();
    let arithmetic = |op, one, other| x.arith(op, x.int(one), x.int(other));
    let fine = [
        (ArithmeticOp::Add, 2, 3, "5"),
        (ArithmeticOp::Subtract, 2, 3, "-1"),
        (ArithmeticOp::Multiply, -2, 3, "-6"),
        (ArithmeticOp::Divide, -7, 2, "-3"),
        (ArithmeticOp::Remainder, -7, 2, "-1"),
    ];
    for (op, one, other, result) in fine {
        assert_eq!(x.value(arithmetic(op, one, other)), result);
    }
    let beyond = [
        (ArithmeticOp::Add, i32::MAX, 1),
        (ArithmeticOp::Subtract, i32::MIN, 1),
        (ArithmeticOp::Multiply, 1 << 16, 1 << 16),
        (ArithmeticOp::Divide, i32::MIN, -1),
    ];
    for (op, one, other) in beyond {
        assert_eq!(x.fault(&[arithmetic(op, one, other)]), FaultKind::Overflow(op.symbol()));
    }
    for op in [ArithmeticOp::Divide, ArithmeticOp::Remainder] {
        assert_eq!(x.fault(&[arithmetic(op, 1, 0)]), FaultKind::DivisionByZero);
    }
}

#[test]
fn sums_do_not_wrap() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let sum = x.aggregate(Aggregate::Sum, (v, x.ints(&[i32::MAX, 1, -1])), value);
    assert_eq!(x.fault(&[sum]), FaultKind::Overflow("SUM"));
}

#[test]
fn lines_are_all_true_or_false() {
    let x = Sample::new();
    let lines = |lines: &[_]| x.value(x.add(Expr::Lines(lines.to_vec())));
    assert_eq!(lines(&[x.boolean(true), x.int(7)]), "7");
    let fails = x.arith(ArithmeticOp::Divide, x.int(1), x.int(0));
    assert_eq!(lines(&[x.boolean(true), x.boolean(false), fails]), "false");
    let not = x.add(Expr::Unary(UnaryOp::Not, x.boolean(true)));
    assert_eq!(lines(&[x.int(3), not]), "false");
}

#[test]
fn things_are_equal_to_themselves() {
    let x = Sample::new();
    assert_eq!(x.value(x.equal(x.element(0), x.element(0))), "true");
    assert_eq!(x.value(x.equal(x.element(0), x.element(1))), "false");
    assert_eq!(x.value(x.equal(x.element(0), x.nothing())), "false");
    assert_eq!(x.value(x.equal(x.query(Query::Content, &[x.nowhere()]), x.nothing())), "true");
    assert_eq!(x.value(x.binary(BinaryOp::In, x.place(s(1, 2)), x.set(&[x.place(s(1, 1)), x.place(s(1, 2))]))), "true");
}
