//! The Prolog of rule files compared with SWI-Prolog on the goals in `tests/data/prolog`, and its limits.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use boardwright_bots::prolog::{Dialect, KnowledgeBase, LimitKind, Limits, Syntax};
use boardwright_game::fault::Span;

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/prolog").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Renumbers variables `_1` by their first occurrence.
fn renumbered(text: &str) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('_') {
        let tail = &rest[at + 1..];
        let length = tail.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(tail.len());
        let is_inside = rest[..at].ends_with(|letter: char| letter.is_alphanumeric());
        out.push_str(&rest[..at]);
        if length == 0 || is_inside {
            out.push('_');
            rest = tail;
            continue;
        }
        let count = numbers.len();
        let number = numbers.entry(&tail[..length]).or_insert(count);
        write!(out, "_{number}").unwrap();
        rest = &tail[length..];
    }
    out + rest
}

/// Answers of the engine to a goal, in the form of the file.
fn answers(base: &KnowledgeBase, goal: &str) -> String {
    let mut out = format!("?- {goal}\n");
    let Ok(found) = base.fork(1).ask(goal, 10) else { return out + "syntax error\n" };
    for line in &found.lines {
        out.push_str(&renumbered_bindings(line));
        out.push('\n');
    }
    if let Some(error) = found.error {
        let ball = error.ball.as_str();
        match ball.strip_prefix("error(").and_then(|rest| rest.rfind(',').map(|at| &rest[..at])) {
            Some(formal) => writeln!(out, "error: {}", renumbered(formal)).unwrap(),
            None => writeln!(out, "thrown: {}", renumbered(ball)).unwrap(),
        }
    }
    out
}

/// Each binding has its own numbers of variables.
fn renumbered_bindings(line: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in line.split(", ") {
        parts.push(renumbered(part));
    }
    parts.join(", ")
}

#[test]
fn goals_have_the_answers_of_swi_prolog() {
    let mut base = KnowledgeBase::new(1);
    let errors = base.consult(&data("program.pl"), Span::default(), Syntax::default());
    assert!(errors.is_empty(), "{errors:?}");
    let expected = data("answers.txt");
    let mut wrong = Vec::new();
    let mut count = 0;
    for block in expected.split("?- ").skip(1) {
        let goal = block.lines().next().unwrap_or_default();
        let is_syntax = |line: &str| line.starts_with("error: syntax_error(");
        let line = |line: &str| if is_syntax(line) { "syntax error".to_owned() } else { renumbered_bindings(line) };
        let block: String = block.lines().map(|own| line(own) + "\n").collect();
        let own = answers(&base, goal);
        count += 1;
        if own != format!("?- {block}") {
            wrong.push(format!("expected\n?- {block}but got\n{own}"));
        }
    }
    assert!(count >= 200, "only {count} goals");
    assert!(wrong.is_empty(), "{} of {count} goals differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn base(text: &str, dialect: Dialect) -> KnowledgeBase {
    let mut base = KnowledgeBase::with_dialect(dialect, 1);
    let errors = base.consult(text, Span::default(), Syntax::default());
    assert!(errors.is_empty(), "{errors:?}");
    base
}

fn lines(base: &mut KnowledgeBase, goal: &str) -> Vec<String> {
    let answers = base.ask(goal, 20).unwrap_or_else(|error| panic!("{goal}: {}", error.message));
    assert_eq!(answers.error, None, "{goal}");
    answers.lines
}

#[test]
fn endless_goals_end_at_a_limit() {
    let text = "loop :- loop.\ngrow(X) :- grow(f(X)).\ndeep(N) :- N > 0, M is N - 1, deep(M), true.\ndeep(0).\nsay :- write(word), say.";
    let mut base = base(text, Dialect::default());
    base.set_limits(Limits { steps: 200_000, cells: 100_000, output_bytes: 1000 });
    let mut limit = |goal: &str| base.ask(goal, 1).unwrap().error.and_then(|error| error.limit);
    assert_eq!(limit("loop"), Some(LimitKind::Steps(200_000)));
    assert_eq!(limit("grow(a)"), Some(LimitKind::Cells(100_000)));
    assert_eq!(limit("deep(1000000)"), Some(LimitKind::Cells(100_000)));
    assert_eq!(limit("say"), Some(LimitKind::Output(1000)));
    assert_eq!(limit("repeat, fail"), Some(LimitKind::Steps(200_000)));
    assert_eq!(limit("catch(loop, _, true)"), Some(LimitKind::Steps(200_000)), "a limit cannot be caught");
    assert_eq!(limit("findall(X, repeat, L)"), Some(LimitKind::Cells(100_000)));
    assert_eq!(limit("X = f(X)"), None, "the occurs check fails");
    assert_eq!(limit("deep(3000)"), None);
    // A term of 2^60 occurrences is small as a graph.
    let doubled = (0..60).map(|at| format!("X{} = f(X{at}, X{at})", at + 1)).collect::<Vec<_>>().join(", ");
    assert!(limit(&format!("X0 = a, {doubled}, Y = X60, copy_term(Y, _)")).is_some());
}

#[test]
fn errors_name_the_place_of_the_clause() {
    let text = "fine(1).\nbroken(X) :- fine(Y), X is Y / 0.\n";
    let mut base = base(text, Dialect::default());
    let error = base.ask("broken(X)", 1).unwrap().error.expect("an error");
    assert_eq!(error.message, "division by zero");
    let place = error.place.expect("a place");
    assert_eq!(&text[place.start as usize..place.end as usize], "broken(X) :- fine(Y), X is Y / 0");
    let error = base.ask("fine(X), Y is foo", 1).unwrap().error.expect("an error");
    assert_eq!(error.place, None, "the query itself");
}

#[test]
fn random_numbers_depend_on_the_seed_only() {
    let drawn = |seed: u64| {
        let mut base = KnowledgeBase::new(seed);
        (0..20).map(|_| lines(&mut base, "random(10, X), random(5, 8, Y)").join("")).collect::<Vec<_>>()
    };
    assert_eq!(drawn(3), drawn(3));
    assert_ne!(drawn(3), drawn(4));
    let mut base = KnowledgeBase::new(9);
    for _ in 0..50 {
        assert_eq!(lines(&mut base, "random(3, X), X >= 0, X < 3, random(5, 8, Y), Y >= 5, Y < 8").len(), 1);
    }
    assert!(base.ask("random(0, X)", 1).unwrap().error.is_some());
}

#[test]
fn built_in_predicates_of_mprolog() {
    let mut base = base("", Dialect::default());
    assert_eq!(lines(&mut base, "eq(X, 1+1)"), ["X = 2"]);
    assert_eq!(lines(&mut base, "eq(X, 5+6/2)"), ["X = 8"]);
    assert_eq!(lines(&mut base, "eq(3, X)"), ["X = 3"]);
    assert_eq!(lines(&mut base, "eq(f(X), f(2))"), ["X = 2"]);
    assert_eq!(lines(&mut base, "eq([A, 7], [0, B])"), ["A = 0, B = 7"]);
    assert_eq!(lines(&mut base, "and(X = 1, or(Y = 2, Y = 3))"), ["X = 1, Y = 2", "X = 1, Y = 3"]);
    assert_eq!(lines(&mut base, "if(1 > 2, X = a, X = b)"), ["X = b"]);
    assert_eq!(lines(&mut base, "not(eq(1, 2))"), ["true"]);
    assert_eq!(base.ask("write(out, f('A b')), nl, write('A b'), print('A b')", 1).unwrap().output, "f(A b)\nA b'A b'");
    assert!(lines(&mut base, "eq([2,4,6], [2,4]+6)").is_empty(), "sums of lists belong to the compatible dialect");
}

#[test]
fn the_compatible_dialect_has_the_quirks() {
    let text = "test([A,3]) :- eq(A,4).\nchyba(XXX,Y).\nlist([1,2]).";
    let compatible = Dialect { is_compatible: true, ..Dialect::default() };
    let (mut standard, mut quirky) = (base(text, Dialect::default()), base(text, compatible));
    assert_eq!(lines(&mut standard, "test(X)"), ["X = [4,3]"]);
    assert_eq!(lines(&mut quirky, "test(X)"), ["X = [A,3]"]);
    assert_eq!(lines(&mut quirky, "test([X,Y])"), ["X = 4, Y = 3"]);
    assert_eq!(lines(&mut standard, "chyba(23,XXX)"), ["true"]);
    assert_eq!(lines(&mut quirky, "chyba(23,XXX)"), ["XXX = 23"]);
    assert_eq!(lines(&mut quirky, "list(X), eq(Y, X)"), ["X = [1,2], Y = [1,2]"]);
    assert_eq!(lines(&mut quirky, "eq(X, [2,4]+6+8)"), ["X = [2,4,6,8]"]);
    assert!(lines(&mut quirky, "eq([2,4,6], [2,4]+Z)").is_empty(), "it cannot be run backwards");
}

#[test]
fn programs_may_define_predicates_of_the_library_but_not_built_in_ones() {
    let mut base = KnowledgeBase::new(1);
    assert!(base.consult("member(only, _).", Span::default(), Syntax::default()).is_empty());
    assert_eq!(lines(&mut base, "member(X, [1,2])"), ["X = only"]);
    let errors = base.consult("atom(_).\nfine.", Span::default(), Syntax::default());
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].message, "`atom/1` is built in and cannot be defined; choose another name");
    assert_eq!(lines(&mut base, "fine"), ["true"]);
}

#[test]
fn mistakes_in_clauses_are_all_reported() {
    let text = "good(1).\nbad(X :- .\nalso(good).\n3 :- a.\nX <= 3.\nopen(";
    let mut base = KnowledgeBase::new(1);
    let errors = base.consult(text, Span::default(), Syntax::default());
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages.len(), 4, "{messages:?}");
    assert_eq!(lines(&mut base, "also(X)"), ["X = good"]);
}
