//! The parser of rule files: pieces to a syntax tree, with all mistakes. Terms are read by the parser of
//! [`prolog`](crate::prolog).

use boardwright_game::fault::Span;
use boardwright_lang::suggest::{did_you_mean, shorten};
use boardwright_lang::{Diagnostic, Findings};

use super::ast::{Action, ActionKind, BlockRules, Condition, Program, Rule, Term};
use super::blocks::Block;
use super::pieces::{Piece, PieceKind, split};
use super::terms::read_term;
use crate::prolog::{Symbols, Syntax, parse_program};

/// Maximum depth of nested conditions.
const MAX_DEPTH: usize = 60;

/// Parses a rule file. The tree is complete exactly if no error was reported.
pub(super) fn parse(text: &str, is_compatible: bool, symbols: &mut Symbols, findings: &mut Findings) -> Program {
    let pieces: Vec<Piece> = split(text).into_iter().filter(|piece| piece.kind != PieceKind::Comment).collect();
    let mut parser = Parser { text, pieces: &pieces, at: 0, is_compatible, symbols, findings };
    parser.program()
}

struct Parser<'a> {
    text: &'a str,
    pieces: &'a [Piece],
    at: usize,
    is_compatible: bool,
    symbols: &'a mut Symbols,
    findings: &'a mut Findings,
}

impl<'a> Parser<'a> {
    fn kind(&self) -> Option<PieceKind> {
        self.pieces.get(self.at).map(|piece| piece.kind)
    }

    fn word(&self) -> &'a str {
        match self.pieces.get(self.at) {
            Some(piece) if piece.kind == PieceKind::Word => piece.text(self.text),
            _ => "",
        }
    }

    fn span(&self) -> Span {
        let end = Span::new(self.text.len(), self.text.len());
        self.pieces.get(self.at).map_or(end, |piece| piece.span)
    }

    /// Text of the current piece for a message.
    fn found(&self) -> String {
        match self.pieces.get(self.at) {
            Some(piece) => format!("`{}`", shorten(piece.text(self.text).lines().next().unwrap_or_default())),
            None => "the end of the file".to_owned(),
        }
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.findings.add(Diagnostic::error(code, span, message));
    }

    fn error_with_help(&mut self, code: &'static str, span: Span, message: String, help: impl Into<String>) {
        self.findings.add(Diagnostic::error(code, span, message).help(help));
    }

    fn program(&mut self) -> Program {
        let mut program = Program::default();
        let mut seen: Vec<(Block, Span)> = Vec::new();
        while self.at < self.pieces.len() {
            let span = self.span();
            let word = self.word();
            if word.is_empty() || !word.starts_with(char::is_alphabetic) {
                let message = format!("expected the keyword of a block, not {}", self.found());
                self.error_with_help(
                    "block",
                    span,
                    message,
                    "blocks are written `NAME { ... }`, such as `SETTURN { ... }`",
                );
                self.skip_to_block();
                continue;
            }
            self.at += 1;
            let Some(block) = Block::from_keyword(word) else {
                self.unknown_block(word, span);
                self.skip_to_block();
                continue;
            };
            let first = seen.iter().find(|(other, _)| *other == block).map(|(_, first)| *first);
            if let Some(first) = first {
                let message = format!("the block {} stands twice", block.keyword());
                let diagnostic = Diagnostic::error("twice", span, message).related(first, "the first one");
                self.findings.add(diagnostic.help("move its rules to the first one"));
            }
            if seen.is_empty() && block != Block::Prolog {
                let message = format!("the file begins with the block PROLOG, not {}", block.keyword());
                self.error_with_help(
                    "no-prolog",
                    span,
                    message,
                    "write `PROLOG { }` before it if there are no clauses",
                );
            }
            seen.push((block, span));
            if self.kind() != Some(PieceKind::OpenBrace) {
                let message = format!("expected `{{` after {}, not {}", block.keyword(), self.found());
                self.error("brace", self.span(), message);
                self.skip_to_block();
                continue;
            }
            self.at += 1;
            if block == Block::Prolog {
                let clauses = self.clauses(span);
                program.clauses.extend(clauses);
            } else {
                let rules = self.rules(block, span);
                program.blocks.push(BlockRules { block, span, rules });
            }
        }
        if seen.is_empty() && !self.findings.has_errors() {
            let message = "the file has no block PROLOG".to_owned();
            self.error_with_help("no-prolog", Span::new(0, 0), message, "the smallest rule file is `PROLOG { }`");
        }
        program
    }

    fn unknown_block(&mut self, word: &str, span: Span) {
        let names = Block::ALL.map(Block::keyword);
        let near = did_you_mean(word, names);
        let message = format!("unknown block \"{}\"{near}", shorten(word));
        if near.is_empty() {
            self.error_with_help("unknown-block", span, message, format!("blocks are {}", names.join(", ")));
        } else {
            self.error("unknown-block", span, message);
        }
    }

    /// Moves to the next keyword of a block that its brace follows.
    fn skip_to_block(&mut self) {
        while self.at < self.pieces.len() {
            let follows = self.pieces.get(self.at + 1).map(|piece| piece.kind);
            if Block::from_keyword(self.word()).is_some() && follows == Some(PieceKind::OpenBrace) {
                return;
            }
            self.at += 1;
        }
    }

    fn unclosed(&mut self, block: Block, open: Span) {
        let message = format!("the block {} is not closed; write `}}` after it", block.keyword());
        self.error("unclosed", open, message);
    }

    /// Reads the clauses of the block PROLOG, up to its brace.
    fn clauses(&mut self, open: Span) -> Vec<crate::prolog::ParsedTerm> {
        let mut clauses = Vec::new();
        loop {
            let span = self.span();
            match self.kind() {
                Some(PieceKind::Clause { has_point }) => {
                    self.at += 1;
                    let text = &self.text[span.start as usize..span.end as usize];
                    if !has_point {
                        let message = format!("the clause `{}` has no point; write `.` after it", shorten(text.trim()));
                        self.error("no-point", span, message);
                        continue;
                    }
                    if self.is_decimal(span) {
                        self.decimal(span);
                        continue;
                    }
                    let (terms, errors) = parse_program(text, span, Syntax::RULES, self.symbols);
                    for error in errors {
                        self.error("syntax", error.span, error.message);
                    }
                    clauses.extend(terms);
                }
                Some(PieceKind::CloseBrace) => {
                    self.at += 1;
                    return clauses;
                }
                _ => {
                    self.unclosed(Block::Prolog, open);
                    return clauses;
                }
            }
        }
    }

    /// Reads the rules of a block, up to its brace.
    fn rules(&mut self, block: Block, open: Span) -> Vec<Rule> {
        let mut rules = Vec::new();
        loop {
            let (word, span) = (self.word(), self.span());
            match self.kind() {
                Some(PieceKind::CloseBrace) => {
                    self.at += 1;
                    return rules;
                }
                None => {
                    self.unclosed(block, open);
                    return rules;
                }
                Some(PieceKind::Word) if word.eq_ignore_ascii_case("if") => match self.rule() {
                    Some(rule) => rules.push(rule),
                    None => self.skip_rule(),
                },
                Some(PieceKind::Word) if self.is_block_ahead() => {
                    self.unclosed(block, open);
                    return rules;
                }
                _ => {
                    let near = did_you_mean(word, ["IF"]);
                    let message = format!("expected `IF` or `}}`, not {}{near}", self.found());
                    let help = "rules are written `IF (CONDITION.) { ACTIONS }`";
                    self.error_with_help("rule", span, message, help);
                    self.at += 1;
                    self.skip_rule();
                }
            }
        }
    }

    fn is_block_ahead(&self) -> bool {
        let follows = self.pieces.get(self.at + 1).map(|piece| piece.kind);
        Block::from_keyword(self.word()).is_some() && follows == Some(PieceKind::OpenBrace)
    }

    /// Moves to the next rule, the end of the block, or the next block.
    fn skip_rule(&mut self) {
        let mut open = 0_usize;
        while let Some(kind) = self.kind() {
            let is_if = self.word().eq_ignore_ascii_case("if");
            match kind {
                _ if is_if || self.is_block_ahead() => return,
                PieceKind::OpenBrace => open += 1,
                PieceKind::CloseBrace if open == 0 => return,
                PieceKind::CloseBrace => open -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reads a rule; `None` after a mistake in its structure.
    fn rule(&mut self) -> Option<Rule> {
        let start = self.span();
        self.at += 1;
        if self.kind() != Some(PieceKind::Open) {
            let message = format!("expected `(` after IF, not {}", self.found());
            let help = "the condition stands in brackets: `IF (CONDITION.) { ACTIONS }`";
            self.error_with_help("condition", self.span(), message, help);
            return None;
        }
        self.at += 1;
        let condition = self.disjunction(0)?;
        if self.kind() != Some(PieceKind::Close) {
            self.unexpected_in_condition();
            return None;
        }
        self.at += 1;
        if self.kind() != Some(PieceKind::OpenBrace) {
            let message = format!("expected `{{` after the condition, not {}", self.found());
            self.error("brace", self.span(), message);
            return None;
        }
        self.at += 1;
        let mut actions = Vec::new();
        loop {
            let (word, span) = (self.word(), self.span());
            let kinds = [ActionKind::Add, ActionKind::Del, ActionKind::Query];
            match self.kind() {
                Some(PieceKind::CloseBrace) => {
                    self.at += 1;
                    return Some(Rule { span: start.to(span), condition, actions });
                }
                Some(PieceKind::Word) if kinds.iter().any(|kind| kind.keyword().eq_ignore_ascii_case(word)) => {
                    let kind = kinds.into_iter().find(|kind| kind.keyword().eq_ignore_ascii_case(word))?;
                    self.at += 1;
                    if let Some(PieceKind::Term { has_point }) = self.kind() {
                        actions.extend(self.term(has_point).map(|term| Action { kind, term }));
                    } else {
                        let message = format!("expected a term after `{}`, not {}", kind.keyword(), self.found());
                        self.error("action", self.span(), message);
                    }
                }
                None => {
                    self.error("unclosed", start, "the actions of this rule are not closed; write `}` after them");
                    return None;
                }
                Some(PieceKind::Word) if word.eq_ignore_ascii_case("if") || self.is_block_ahead() => {
                    self.error("unclosed", start, "the actions of this rule are not closed; write `}` after them");
                    return Some(Rule { span: start, condition, actions });
                }
                Some(kind) => {
                    self.unknown_action(word, span);
                    self.at += 1;
                    if kind == PieceKind::Word && matches!(self.kind(), Some(PieceKind::Term { .. })) {
                        self.at += 1;
                    }
                }
            }
        }
    }

    fn unknown_action(&mut self, word: &str, span: Span) {
        let near = did_you_mean(word, ["add", "del", "query"]);
        let (message, help) = if word.is_empty() {
            (format!("expected `add`, `del` or `query`, not {}", self.found()), "write `query` before a goal")
        } else {
            (format!("unknown action \"{}\"{near}", shorten(word)), "actions are `add`, `del` and `query`")
        };
        self.error_with_help("action", span, message, help);
    }

    fn unexpected_in_condition(&mut self) {
        let found = self.found();
        let span = self.span();
        match self.kind() {
            Some(PieceKind::Term { .. }) => {
                let message = format!("expected AND, OR or `)` before {found}");
                self.error("condition", span, message);
            }
            None => self.error("condition", span, "the condition is not closed; write `)` after it"),
            _ => self.error("condition", span, format!("expected AND, OR or `)`, not {found}")),
        }
    }

    fn disjunction(&mut self, depth: usize) -> Option<Condition> {
        let mut parts = vec![self.conjunction(depth)?];
        while self.word().eq_ignore_ascii_case("or") {
            self.at += 1;
            parts.push(self.conjunction(depth)?);
        }
        Some(if parts.len() == 1 { parts.swap_remove(0) } else { Condition::Any(parts) })
    }

    fn conjunction(&mut self, depth: usize) -> Option<Condition> {
        let mut parts = vec![self.negation(depth)?];
        while self.word().eq_ignore_ascii_case("and") {
            self.at += 1;
            parts.push(self.negation(depth)?);
        }
        Some(if parts.len() == 1 { parts.swap_remove(0) } else { Condition::All(parts) })
    }

    fn negation(&mut self, depth: usize) -> Option<Condition> {
        if depth > MAX_DEPTH {
            self.error(
                "too-deep",
                self.span(),
                format!("the condition is nested more than {MAX_DEPTH} levels deep; split the rule"),
            );
            return None;
        }
        match self.kind() {
            Some(PieceKind::Word) if self.word().eq_ignore_ascii_case("not") => {
                self.at += 1;
                Some(Condition::Not(Box::new(self.negation(depth + 1)?)))
            }
            Some(PieceKind::Open) => {
                self.at += 1;
                let inner = self.disjunction(depth + 1)?;
                if self.kind() != Some(PieceKind::Close) {
                    self.unexpected_in_condition();
                    return None;
                }
                self.at += 1;
                Some(inner)
            }
            Some(PieceKind::Term { has_point }) => {
                let term = self.term(has_point);
                // The structure goes on behind a term with a mistake.
                Some(term.map_or_else(|| Condition::All(Vec::new()), Condition::Term))
            }
            _ => {
                let message = format!("expected a condition, not {}", self.found());
                self.error_with_help(
                    "condition",
                    self.span(),
                    message,
                    "a condition is a term with a point: `mam(X).`",
                );
                None
            }
        }
    }

    /// `true` if the point of a term stands between two digits.
    fn is_decimal(&self, span: Span) -> bool {
        let is_digit = |at: usize| self.text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        let end = span.end as usize;
        end >= 2 && is_digit(end - 2) && is_digit(end)
    }

    /// Reports a decimal number, and moves past the term that its point has begun.
    fn decimal(&mut self, span: Span) {
        let point = Span { start: span.end - 1, ..span };
        self.error("decimal", point, "there are no decimal numbers, a point ends the term; write integers");
        if matches!(self.kind(), Some(PieceKind::Clause { .. } | PieceKind::Term { .. })) {
            self.at += 1;
        }
    }

    fn term(&mut self, has_point: bool) -> Option<Term> {
        let span = self.span();
        self.at += 1;
        if !has_point {
            let text = self.text[span.start as usize..span.end as usize].trim();
            let message = format!("the term `{}` has no point; write `.` after it", shorten(text));
            self.error("no-point", span, message);
            return None;
        }
        if self.is_decimal(span) {
            self.decimal(span);
            return None;
        }
        let span = Span { end: span.end - 1, ..span };
        match read_term(self.text, span, self.is_compatible, self.symbols) {
            Ok(term) => Some(term),
            Err(error) => {
                self.error("syntax", error.span, error.message);
                None
            }
        }
    }
}
