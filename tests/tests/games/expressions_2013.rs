//! Expressions and patterns of the edition 2013 give the same values as the engine of 2013, and unusual ones give
//! diagnostics. Whole games are tested elsewhere.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_interpreter::evaluate::Value;
use boardwright_lang::{AllPictures, LoadedGame, Source, add_expressions, load};
use boardwright_rules::RuleSet;

const LAB: &str = include_str!("../../data/lab-2013.game");
const ROWS: &str = include_str!("../../data/expressions-2013.tsv");
const GOLDEN_DIAGNOSTICS: &str = "data/expressions-2013-told.tsv";

fn lab(more: &str) -> LoadedGame {
    load(&Source::new("lab-2013.game", format!("{LAB}{more}").as_bytes()), &AllPictures)
}

fn lab_rules() -> Arc<RuleSet> {
    lab("").rules.expect("the lab has no errors")
}

/// The fields of the rows of one kind.
fn rows(kind: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = ROWS.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(move |row| row[0] == kind)
}

/// The text, results and variables of a row. The text may contain tabs, so the other fields are counted from the end.
fn row_fields(row: &[&'static str]) -> (String, &'static str, &'static str) {
    let [.., results, variables] = row else { panic!("short row {row:?}") };
    (row[1..row.len() - 2].join("\t"), results, variables)
}

fn format_value(value: &Value) -> String {
    match value {
        Value::Int(number) => format!("num {number}"),
        Value::Bool(truth) => format!("bool {truth}"),
        Value::Text(text) => format!("str \"{text}\""),
        Value::Thing(thing) => unreachable!("expressions of 2013 give no {thing:?}"),
        Value::Set(members) => format!("set {{{}}}", members.iter().map(format_value).collect::<Vec<_>>().join(", ")),
    }
}

/// Result of the lines in the initial position, in the notation of the rows, and the variables.
fn evaluate(rules: &RuleSet, question: &str) -> (String, BTreeMap<String, String>) {
    let texts: Vec<Source> = question.split(" ;; ").map(|line| Source::new("row", line.as_bytes())).collect();
    let Ok((rules, exprs)) = add_expressions(rules, &texts) else { return ("PARSE-ERROR".to_owned(), BTreeMap::new()) };
    let rules = Arc::new(rules);
    let game = CompiledGame::interpreted_only(Arc::clone(&rules)).expect("the lab is small");
    let mut state = game.initial_state();
    let evaluation = game.evaluate(&mut state, &exprs);
    let mut results = evaluation.values.iter().map(format_value).collect::<Vec<_>>().join(" ;; ");
    if evaluation.fault.is_some() {
        results.push_str(if results.is_empty() { "EVAL-ERROR" } else { " EVAL-ERROR" });
    }
    let named = evaluation.variables.iter();
    let variables = named.map(|(var, value)| (rules.variables[var.index()].clone(), format_value(value))).collect();
    (results, variables)
}

/// Parses `$X=num 5 $Y=bool true` into a table.
fn bindings(text: &str) -> BTreeMap<String, String> {
    let parts = text.split('$').filter_map(|part| part.trim().split_once('='));
    parts.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[test]
fn every_row_has_its_values() {
    let rules = lab_rules();
    let mut wrong = String::new();
    let mut count = 0;
    for row in rows("EXPR") {
        let (question, results, variables) = row_fields(&row);
        let found = evaluate(&rules, &question);
        if found != (results.to_owned(), bindings(variables)) {
            writeln!(wrong, "{question}: expected {results} with {variables}, got {found:?}").unwrap();
        }
        count += 1;
    }
    assert_eq!(wrong, "");
    assert_eq!(count, 160);
}

/// Compares the diagnostics of each row with the golden file.
#[test]
fn unusual_rows_give_the_expected_diagnostics() {
    let rules = lab_rules();
    let mut out = String::from("# What reading the rows of expressions-2013.tsv tells, by row.\n");
    for row in rows("EXPR") {
        let (question, results, _) = row_fields(&row);
        let codes = if results == "PARSE-ERROR" {
            let texts: Vec<Source> = question.split(" ;; ").map(|line| Source::new("row", line.as_bytes())).collect();
            let diagnostics = add_expressions(&rules, &texts).expect_err("a row that cannot be read");
            diagnostics.iter().map(|diagnostic| format!("error {}", diagnostic.code)).collect::<Vec<_>>()
        } else {
            let body = question.replace(" ;; ", "\n");
            let loaded = lab(&format!(
                "[GAME RULES]\nname=row\nelement=p($J)\nfrom=c($K,$L)\nto=c($M,$N)\nfollowup=RowBody\n[EXPRESSIONS]\nRowBody\n{body}\nEND\n"
            ));
            assert!(loaded.rules.is_some(), "{question}: {:?}", loaded.diagnostics);
            let diagnostics = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.span.start as usize > LAB.len());
            diagnostics.map(|diagnostic| diagnostic.code.to_owned()).collect()
        };
        writeln!(out, "{question}\t{}", codes.join(" ")).unwrap();
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(GOLDEN_DIAGNOSTICS, &out).unwrap();
    }
    let expected = fs::read_to_string(GOLDEN_DIAGNOSTICS).expect("the golden file of diagnostics");
    for (found, expected) in out.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(out.len(), expected.len());
}

#[test]
fn patterns_match_as_they_did() {
    let mut count = 0;
    for row in rows("MATCH") {
        let (pattern, name) = (row[1].strip_prefix("pattern ").unwrap(), row[2].strip_prefix("name ").unwrap());
        let text = format!(
            "[PLAYER NAMES]\n1=a\n[LOCATION TYPES]\nname=cell\n[LOCATIONS]\nname={name}\ntype=cell\npoint=0,0\n\
             [GAME RULES]\nname=rule\nelement=nobody\nfrom={pattern}\nto=nowhere\n"
        );
        let loaded = load(&Source::new("match.game", text.as_bytes()), &AllPictures);
        let Some(rules) = loaded.rules else {
            // Text after the first bracket must be numbers in a game file; the patterns themselves are tested in `lang`.
            assert!(["s()", "s(1)t(2)"].contains(&name), "{name}: {:?}", loaded.diagnostics);
            count += 1;
            continue;
        };
        let found = &rules.rules[0].from.entries();
        assert_eq!((!found.is_empty()).to_string(), row[3], "{pattern} and {name}");
        let mut bound = BTreeMap::new();
        for (var, number) in found.iter().flat_map(|(_, bindings)| bindings) {
            bound.insert(rules.variables[var.index()].clone(), format!("num {number}"));
        }
        assert_eq!(bound, bindings(row.get(4).unwrap_or(&"")), "{pattern} and {name}");
        if found.is_empty() {
            assert!(loaded.diagnostics.iter().any(|diagnostic| diagnostic.code == "never-matches"), "{pattern}");
        }
        count += 1;
    }
    assert_eq!(count, 22);
}
