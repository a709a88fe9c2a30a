//! The parser of scripts: lines to a syntax tree, by recursive descent over sections, rules and reactions. It reports
//! all errors and goes on after each; the parts of one line are read by [`phrases`](super::phrases).

use boardwright_game::fault::Span;
use boardwright_lang::suggest::{did_you_mean, shorten};
use boardwright_lang::{Diagnostic, Findings};

use super::ast::{Action, Branch, Decimal, Program, Reaction, Rule, Section, SectionKind};
use super::lexer::{Lexeme, Token};
use super::lines::{Line, LineKind, split};
use super::phrases::PhraseReader;
use super::vocabulary::Combiner;

/// Number of a table by its path; errors are reported.
pub(super) type TableLookup<'t> = dyn FnMut(&str, Span, &mut Findings) -> Option<usize> + 't;

/// Parses the lexemes of a script. The tree is complete exactly if no error was reported.
pub(super) fn parse(
    text: &str,
    lexemes: &[Lexeme<'_>],
    tables: &mut TableLookup<'_>,
    findings: &mut Findings,
) -> Program {
    let lines = split(lexemes, findings);
    let end = Span::new(text.len(), text.len());
    let mut parser = Parser { text, lines: &lines, at: 0, end, tables, findings };
    parser.program()
}

struct Parser<'a, 'p> {
    text: &'a str,
    lines: &'p [Line<'a>],
    at: usize,
    /// End of the text.
    end: Span,
    tables: &'p mut TableLookup<'p>,
    findings: &'p mut Findings,
}

/// Conditions with their action, as rules and reactions have them.
struct RuleBody {
    branches: Vec<Branch>,
    action: Option<Action>,
}

impl<'a, 'p> Parser<'a, 'p> {
    fn line(&self) -> Option<&'p Line<'a>> {
        self.lines.get(self.at)
    }

    fn kind(&self) -> Option<LineKind> {
        self.line().map(|line| line.kind)
    }

    /// Span of the first word of the current line, or the end of the text.
    fn span(&self) -> Span {
        self.line().map_or(self.end, Line::first_span)
    }

    /// First word of the current line for a message.
    fn found(&self) -> String {
        match self.line() {
            Some(line) => {
                let span = line.first_span();
                format!("`{}`", shorten(&self.text[span.start as usize..span.end as usize]))
            }
            None => "the end of the file".to_owned(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.add(diagnostic);
    }

    /// Moves past a line that holds a keyword alone.
    fn keyword_line(&mut self) -> Span {
        let span = self.span();
        if let Some(line) = self.line()
            && let Some(more) = line.rest().first()
        {
            let (place, word) = (more.span, self.found());
            self.report(Diagnostic::error("trailing", place, format!("expected the end of the line after {word}")));
        }
        self.at += 1;
        span
    }

    fn program(&mut self) -> Program {
        let mut program = Program::default();
        let mut combine: Option<Span> = None;
        // Only the first of several stray lines is reported.
        let mut is_stray = false;
        while let Some(line) = self.line() {
            let was_stray = std::mem::replace(&mut is_stray, false);
            match line.kind {
                LineKind::Open(kind) => {
                    let section = self.section(kind);
                    program.sections.push(section);
                }
                LineKind::Combine => {
                    if let Some(first) = combine {
                        let message = "`COMBINE` stands twice";
                        self.report(
                            Diagnostic::error("twice", line.first_span(), message).related(first, "the first one"),
                        );
                    }
                    combine = Some(line.first_span());
                    program.combiner = self.combine(line).unwrap_or_default();
                    self.at += 1;
                }
                LineKind::Close(kind) => {
                    if !was_stray {
                        let word = kind.keyword();
                        let message = format!("`END{word}` closes nothing: no section is open");
                        self.report(Diagnostic::error("unopened", line.first_span(), message));
                    }
                    self.at += 1;
                }
                _ => {
                    if !was_stray {
                        let message = format!("expected a section, not {}", self.found());
                        self.report(Diagnostic::error("no-section", line.first_span(), message).help(
                            "rules stand between PREFLOP and ENDPREFLOP, and likewise for FLOP, TURN, RIVER and ALWAYS",
                        ));
                    }
                    is_stray = true;
                    self.at += 1;
                }
            }
        }
        program
    }

    fn combine(&mut self, line: &Line<'_>) -> Option<Combiner> {
        let known = Combiner::ALL.map(Combiner::name);
        let combiner = match line.rest() {
            [Lexeme { token: Token::Word(word), span }] => {
                let combiner = Combiner::ALL.into_iter().find(|combiner| combiner.name() == *word);
                if combiner.is_none() {
                    let near = did_you_mean(word, known);
                    let message = format!("unknown way to combine rules \"{}\"{near}", shorten(word));
                    self.report(
                        Diagnostic::error("combine", *span, message).help(format!("ways are {}", known.join(", "))),
                    );
                }
                return combiner;
            }
            _ => Diagnostic::error("combine", line.span(), "expected one word after `COMBINE`"),
        };
        self.report(combiner.help(format!("ways are {}", known.join(", "))));
        None
    }

    fn section(&mut self, kind: SectionKind) -> Section {
        let open = self.keyword_line();
        let mut section = Section { kind, rules: Vec::new() };
        let word = kind.keyword();
        let mut is_stray = false;
        loop {
            let was_stray = std::mem::replace(&mut is_stray, false);
            let span = self.span();
            match self.kind() {
                Some(LineKind::Close(closed)) => {
                    if closed != kind {
                        let message = format!("`END{}` does not close `{word}`", closed.keyword());
                        let diagnostic = Diagnostic::error("unclosed", span, message).related(open, "the open section");
                        self.report(diagnostic.help(format!("write `END{word}`")));
                    }
                    self.keyword_line();
                    return section;
                }
                None | Some(LineKind::Open(_)) => {
                    let message = format!("`{word}` is not closed before {}", self.found());
                    let diagnostic = Diagnostic::error("unclosed", open, message);
                    self.report(diagnostic.help(format!("write `END{word}` after its rules")));
                    return section;
                }
                Some(LineKind::Rule) => {
                    let weight = self.rule_weight();
                    self.at += 1;
                    section.rules.extend(self.rule(span, weight));
                }
                Some(LineKind::UseTable) => section.rules.extend(self.bare_table()),
                Some(LineKind::Conditions) => {
                    let message = "conditions stand in a rule";
                    self.report(
                        Diagnostic::error("no-rule", span, message).help("write `RULE` on the line before them"),
                    );
                    section.rules.extend(self.rule(span, Decimal::ONE));
                }
                Some(LineKind::Combine) => {
                    let message = "`COMBINE` stands outside of sections, at the beginning of the script";
                    self.report(Diagnostic::error("combine", span, message));
                    self.at += 1;
                }
                Some(kind @ (LineKind::Then | LineKind::EndRule | LineKind::Villain | LineKind::EndVillain)) => {
                    if !was_stray {
                        let message = format!("{} stands outside of a rule", self.found());
                        self.report(Diagnostic::error("no-rule", span, message));
                    }
                    is_stray = true;
                    if kind == LineKind::Villain {
                        self.reaction();
                    } else {
                        self.at += 1;
                    }
                }
            }
        }
    }

    /// A table that stands in a section without a rule.
    fn bare_table(&mut self) -> Option<Rule> {
        let span = self.line()?.span();
        let action = self.action(0);
        self.at += 1;
        Some(Rule { span, weight: Decimal::ONE, branches: Vec::new(), action: action?, reactions: Vec::new() })
    }

    /// Reads the action of the current line after `skip` words.
    fn action(&mut self, skip: usize) -> Option<Action> {
        let line = self.line()?;
        let end = Span { start: line.span().end, ..line.span() };
        PhraseReader::new(self.text, &line.lexemes[skip..], end, self.findings).action(self.tables)
    }

    /// Weight on the current line, which begins with `RULE`.
    fn rule_weight(&mut self) -> Decimal {
        let Some(line) = self.line() else { return Decimal::ONE };
        let help = "for example `RULE WEIGHT 2`";
        let diagnostic = match line.rest() {
            [] => return Decimal::ONE,
            [Lexeme { token: Token::Word("WEIGHT"), .. }, Lexeme { token: Token::Word(number), span }] => {
                match Decimal::parse(number) {
                    Some(weight) if weight.millionths() > 0 => return weight,
                    _ => {
                        let message = format!("the weight of a rule is a number above 0, not \"{}\"", shorten(number));
                        Diagnostic::error("weight", *span, message).help(help)
                    }
                }
            }
            [first, .., last] | [first @ last] => {
                let message = "expected the end of the line or a weight after `RULE`";
                Diagnostic::error("weight", first.span.to(last.span), message).help(help)
            }
        };
        self.report(diagnostic);
        Decimal::ONE
    }

    /// Reads conditions and their action. `owner` is the keyword of the rule or of the reaction, at `span`.
    fn body(&mut self, owner: &str, span: Span) -> RuleBody {
        let mut branches = Vec::new();
        let mut has_conditions = false;
        while let Some(line) = self.line().filter(|line| line.kind == LineKind::Conditions) {
            has_conditions = true;
            let end = Span { start: line.span().end, ..line.span() };
            branches.extend(PhraseReader::new(self.text, &line.lexemes, end, self.findings).branch());
            self.at += 1;
        }
        if !has_conditions {
            let message = format!("`{owner}` has no condition");
            self.report(
                Diagnostic::error("no-condition", span, message).help("for one that always holds write `pot >= 0`"),
            );
        }
        if self.kind() != Some(LineKind::Then) {
            let message = format!("expected `THEN` and an action before {}", self.found());
            let diagnostic = Diagnostic::error("no-then", self.span(), message).related(span, "for this part");
            self.report(diagnostic);
            return RuleBody { branches, action: None };
        }
        let action = self.action(1);
        self.at += 1;
        RuleBody { branches, action }
    }

    /// Reads a rule after its first line.
    fn rule(&mut self, span: Span, weight: Decimal) -> Option<Rule> {
        let RuleBody { branches, action } = self.body("RULE", span);
        let mut reactions = Vec::new();
        loop {
            let place = self.span();
            match self.kind() {
                Some(LineKind::Villain) => reactions.extend(self.reaction()),
                Some(LineKind::EndRule) => {
                    self.keyword_line();
                    break;
                }
                Some(LineKind::Then | LineKind::Conditions) => self.skip_second_part("ENDRULE"),
                Some(LineKind::EndVillain) => {
                    self.report(Diagnostic::error(
                        "unopened",
                        place,
                        "`ENDVILLAIN` closes nothing: no `VILLAIN` is open",
                    ));
                    self.at += 1;
                }
                _ => {
                    let message = format!("this rule is not closed before {}", self.found());
                    self.report(Diagnostic::error("unclosed", span, message).help("write `ENDRULE` after it"));
                    break;
                }
            }
        }
        Some(Rule { span, weight, branches, action: action?, reactions })
    }

    /// Reports conditions or actions after the action of a rule or a reaction, and moves past them.
    fn skip_second_part(&mut self, end: &str) {
        let span = self.span();
        let diagnostic = if self.kind() == Some(LineKind::Then) {
            Diagnostic::error("second-action", span, "only one action can follow")
                .help("several amounts stand in one line: `RAISE 0.5 3BB, 0.5 6BB`")
        } else {
            Diagnostic::error("late-condition", span, "these conditions follow the action")
                .help(format!("write `VILLAIN` before a reaction to the opponent, or `{end}` and a new rule"))
        };
        self.report(diagnostic);
        while self.kind() == Some(LineKind::Conditions) {
            self.at += 1;
        }
        if self.kind() == Some(LineKind::Then) {
            self.at += 1;
        }
    }

    fn reaction(&mut self) -> Option<Reaction> {
        let span = self.keyword_line();
        let RuleBody { branches, action } = self.body("VILLAIN", span);
        loop {
            match self.kind() {
                Some(LineKind::EndVillain) => {
                    self.keyword_line();
                    break;
                }
                Some(LineKind::Then | LineKind::Conditions) => self.skip_second_part("ENDVILLAIN"),
                _ => {
                    let message = format!("this `VILLAIN` is not closed before {}", self.found());
                    self.report(
                        Diagnostic::error("unclosed", span, message).help("write `ENDVILLAIN` after its action"),
                    );
                    break;
                }
            }
        }
        Some(Reaction { span, branches, action: action? })
    }
}
