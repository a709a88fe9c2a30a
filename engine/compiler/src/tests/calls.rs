//! Tests of named expressions, recursive ones included.

use super::sample::Sample;
use boardwright_game::fault::FaultKind;
use boardwright_game::ids::FunctionId;
use boardwright_rules::{ArithmeticOp, BinaryOp, Expr};

/// `F($n) = IF($n == 0, 0, $n + F($n - 1))`, with `$n` read after the inner call.
fn sum() -> (Sample, FunctionId) {
    let mut x = Sample::new();
    let function = FunctionId(0);
    let (n, value) = x.var("n");
    let less = x.arith(ArithmeticOp::Subtract, value, x.int(1));
    let inner = x.add(Expr::Call(function, vec![less]));
    let more = x.arith(ArithmeticOp::Add, inner, value);
    let zero = x.equal(value, x.int(0));
    let body = x.add(Expr::If(zero, x.int(0), Some(more)));
    x.function("F", &[n], &[body]);
    (x, function)
}

#[test]
fn a_call_keeps_the_variables_of_its_caller() {
    let (x, function) = sum();
    assert_eq!(x.value(x.add(Expr::Call(function, vec![x.int(10)]))), "55");
}

#[test]
fn calls_are_not_nested_without_end() {
    let (x, function) = sum();
    let fine = x.add(Expr::Call(function, vec![x.int(255)]));
    assert_eq!(x.value(fine), (255 * 256 / 2).to_string());
    for start in [256, -1] {
        let fault = x.fault(&[x.add(Expr::Call(function, vec![x.int(start)]))]);
        assert_eq!(fault, FaultKind::TooDeep(256));
    }
}

#[test]
fn arguments_are_evaluated_before_they_are_assigned() {
    // G($a, $b) = IF($a > 2, 10 * $a + $b, G($b, $a)): swaps, which needs both old values.
    let mut x = Sample::new();
    let function = FunctionId(0);
    let ((a, a_value), (b, b_value)) = (x.var("a"), x.var("b"));
    let big = x.binary(BinaryOp::Greater, a_value, x.int(2));
    let packed = x.arith(ArithmeticOp::Add, x.arith(ArithmeticOp::Multiply, x.int(10), a_value), b_value);
    let swapped = x.add(Expr::Call(function, vec![b_value, a_value]));
    let body = x.add(Expr::If(big, packed, Some(swapped)));
    x.function("G", &[a, b], &[body]);
    assert_eq!(x.value(x.add(Expr::Call(function, vec![x.int(1), x.int(3)]))), "31");
    let fault = x.fault(&[x.add(Expr::Call(function, vec![x.int(1)]))]);
    assert_eq!(fault, FaultKind::Arguments { name: "G".into(), needed: 2, given: 1 });
}

#[test]
fn variables_bound_by_a_call_are_unset_afterwards() {
    let mut x = Sample::new();
    let (v, value) = x.var("v");
    let bound = x.add(Expr::Assign(v, x.int(5)));
    x.function("H", &[], &[bound, value]);
    let call = x.add(Expr::Call(FunctionId(0), Vec::new()));
    assert_eq!(x.value(call), "5");
    assert_eq!(x.fault(&[call, value]), FaultKind::Unbound("v".into()));
}

#[test]
fn variables_of_the_first_edition_are_shared() {
    let mut x = Sample::new();
    let (v, value) = x.var("v");
    let bound = x.add(Expr::Assign(v, x.int(5)));
    x.function("H", &[], &[bound]);
    x.rules.functions[0].has_local_variables = false;
    let call = x.add(Expr::Call(FunctionId(0), Vec::new()));
    assert_eq!(x.evaluate_all(&[call, value]), ["true", "5"]);
}
