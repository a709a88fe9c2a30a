//! The lines of a script with their kinds, by the first word of each. Misspelt keywords are reported here, and lines
//! that hold two parts are split, so that the [`parser`](super::parser) can go on.

use boardwright_game::fault::Span;
use boardwright_lang::suggest::{nearest, shorten};
use boardwright_lang::{Diagnostic, Findings};

use super::ast::SectionKind;
use super::lexer::{Lexeme, Token};
use super::phrases::{is_quantity_start, parse_card_word};
use super::vocabulary::{ACTIONS, Predicate};

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Open(SectionKind),
    Close(SectionKind),
    Rule,
    EndRule,
    Then,
    Villain,
    EndVillain,
    Combine,
    UseTable,
    /// A line of conditions.
    Conditions,
}

/// A line of a script. A line that ends with a comma includes the next one.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) kind: LineKind,
    /// Lexemes without comments, at least one.
    pub(super) lexemes: Vec<Lexeme<'a>>,
}

impl<'a> Line<'a> {
    /// Span of the first word.
    pub(super) fn first_span(&self) -> Span {
        self.lexemes[0].span
    }

    /// Span of the whole line.
    pub(super) fn span(&self) -> Span {
        self.lexemes[0].span.to(self.lexemes[self.lexemes.len() - 1].span)
    }

    /// Lexemes after the first one.
    pub(super) fn rest(&self) -> &[Lexeme<'a>] {
        &self.lexemes[1..]
    }
}

/// The keyword with which a line can begin.
fn keyword_kind(word: &str) -> Option<LineKind> {
    for kind in SectionKind::ALL {
        if word == kind.keyword() {
            return Some(LineKind::Open(kind));
        }
        if word.strip_prefix("END") == Some(kind.keyword()) {
            return Some(LineKind::Close(kind));
        }
    }
    Some(match word {
        "RULE" => LineKind::Rule,
        "ENDRULE" => LineKind::EndRule,
        "THEN" => LineKind::Then,
        "VILLAIN" => LineKind::Villain,
        "ENDVILLAIN" => LineKind::EndVillain,
        "COMBINE" => LineKind::Combine,
        "USE" => LineKind::UseTable,
        _ => return None,
    })
}

/// Keywords with which a line can begin.
pub(super) const LINE_KEYWORDS: [&str; 17] = [
    "PREFLOP",
    "ENDPREFLOP",
    "FLOP",
    "ENDFLOP",
    "TURN",
    "ENDTURN",
    "RIVER",
    "ENDRIVER",
    "ALWAYS",
    "ENDALWAYS",
    "RULE",
    "ENDRULE",
    "THEN",
    "VILLAIN",
    "ENDVILLAIN",
    "COMBINE",
    "USE",
];

/// Splits lexemes into lines and finds the kind of each.
pub(super) fn split<'a>(lexemes: &[Lexeme<'a>], findings: &mut Findings) -> Vec<Line<'a>> {
    let mut lines: Vec<Vec<Lexeme<'a>>> = vec![Vec::new()];
    for (at, lexeme) in lexemes.iter().enumerate() {
        let line = lines.last_mut().expect("there is always a line");
        match lexeme.token {
            Token::Comment(_) => {}
            Token::NewLine
                if line.last().is_some_and(|last| last.token == Token::Comma) && !precedes_keyword(&lexemes[at..]) => {}
            Token::NewLine => lines.push(Vec::new()),
            _ => line.push(*lexeme),
        }
    }
    let mut classified = Vec::new();
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        classify(line, findings, &mut classified);
    }
    join_actions(&mut classified, findings);
    classified
}

/// `true` if the next line with contents begins with a keyword: a comma before it does not continue the line.
fn precedes_keyword(lexemes: &[Lexeme<'_>]) -> bool {
    let next = lexemes.iter().find(|lexeme| !matches!(lexeme.token, Token::NewLine | Token::Comment(_)));
    matches!(next.map(|lexeme| lexeme.token), Some(Token::Word(word)) if keyword_kind(word).is_some())
}

/// Appends a line, or the lines that it should have been.
fn classify<'a>(mut lexemes: Vec<Lexeme<'a>>, findings: &mut Findings, lines: &mut Vec<Line<'a>>) {
    let first = lexemes[0];
    let mut kind = match first.token {
        Token::Word(word) => line_kind(word, first.span, &mut lexemes, findings),
        _ => LineKind::Conditions,
    };
    if kind == LineKind::Conditions {
        let then = lexemes.iter().position(|lexeme| lexeme.token == Token::Word("THEN"));
        if let Some(at) = then.filter(|&at| at > 0) {
            let span = lexemes[at].span;
            findings.add(Diagnostic::error("own-line", span, "`THEN` begins a line of its own"));
            let action = lexemes.split_off(at);
            lines.push(Line { kind, lexemes });
            lexemes = action;
            kind = LineKind::Then;
        }
        lines.push(Line { kind, lexemes });
        return;
    }
    // Conditions on the line of RULE or VILLAIN.
    let begins_conditions = match lexemes.get(1).map(|lexeme| lexeme.token) {
        Some(Token::Word(word)) => word != "WEIGHT" && !(lexemes.len() == 2 && word.parse::<f64>().is_ok()),
        Some(Token::Bang) => true,
        _ => false,
    };
    if matches!(kind, LineKind::Rule | LineKind::Villain) && begins_conditions {
        let conditions = lexemes.split_off(1);
        let message = format!(
            "conditions stand on the lines below `{}`",
            if kind == LineKind::Rule { "RULE" } else { "VILLAIN" }
        );
        findings.add(Diagnostic::error("own-line", conditions[0].span, message));
        lines.push(Line { kind, lexemes });
        classify(conditions, findings, lines);
        return;
    }
    lines.push(Line { kind, lexemes });
}

/// Kind of a line by its first word. Reports a misspelt keyword and takes it for the right one.
fn line_kind(word: &str, span: Span, lexemes: &mut Vec<Lexeme<'_>>, findings: &mut Findings) -> LineKind {
    if let Some(kind) = keyword_kind(word) {
        return kind;
    }
    let is_condition =
        Predicate::from_name(word).is_some() || is_quantity_start(word) || parse_card_word(word).is_some();
    if is_condition {
        return LineKind::Conditions;
    }
    let upper = word.to_uppercase();
    if upper == "TABLE" {
        // The action says that `USE` is missing.
        return LineKind::UseTable;
    }
    if upper == "END"
        && let Some(Token::Word(next)) = lexemes.get(1).map(|lexeme| lexeme.token)
        && let Some(kind) = keyword_kind(&format!("END{}", next.to_uppercase()))
    {
        let place = span.to(lexemes[1].span);
        let message = format!("`{word} {next}` is written as one word: `END{}`", next.to_uppercase());
        let joined = format!("END{}", next.to_uppercase());
        findings.add(Diagnostic::error("keyword", place, message).replacement(joined));
        lexemes.remove(1);
        return kind;
    }
    if let Some(kind) = keyword_kind(&upper) {
        let message = format!("keywords are written in upper case: `{upper}`");
        findings.add(Diagnostic::error("keyword-case", span, message).replacement(upper));
        return kind;
    }
    let is_upper = !word.chars().any(char::is_lowercase);
    let is_alone = lexemes.len() == 1;
    if is_upper || is_alone && Predicate::from_name(word).is_none() {
        let predicates = super::vocabulary::PREDICATES.iter().map(|(_, entry)| entry.name);
        let is_predicate = !is_upper && nearest(word, predicates).is_some();
        if let Some(near) = nearest(word, LINE_KEYWORDS).filter(|_| !is_predicate)
            && let Some(kind) = keyword_kind(near)
        {
            let message = format!("unknown keyword \"{}\", did you mean \"{near}\"?", shorten(word));
            findings.add(Diagnostic::error("unknown-keyword", span, message));
            return kind;
        }
    }
    LineKind::Conditions
}

/// Joins `THEN` with an action on the next line, after reporting it.
fn join_actions(lines: &mut Vec<Line<'_>>, findings: &mut Findings) {
    let mut at = 0;
    while at + 1 < lines.len() {
        let is_open = lines[at].kind == LineKind::Then && lines[at].lexemes.len() == 1;
        let next = &lines[at + 1];
        let is_action = match next.lexemes[0].token {
            Token::Word(word) => {
                next.kind == LineKind::UseTable || ACTIONS.iter().any(|entry| entry.name.eq_ignore_ascii_case(word))
            }
            _ => false,
        };
        if is_open && is_action {
            let message = "the action stands on the line of `THEN`";
            findings.add(Diagnostic::error("own-line", next.first_span(), message));
            let action = lines.remove(at + 1);
            lines[at].lexemes.extend(action.lexemes);
        }
        at += 1;
    }
}
