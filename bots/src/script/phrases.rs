//! The parts of one line: conditions, numbers and actions. The structure of rules and sections is in
//! [`parser`](super::parser).

use boardwright_game::fault::Span;
use boardwright_games::holdem::Rank;
use boardwright_lang::suggest::{did_you_mean, nearest, shorten};
use boardwright_lang::{Diagnostic, Findings};

use super::ast::{
    Action, ActionKind, Amount, Branch, CardQuery, Command, Condition, ConditionKind, Decimal, Quantity, QuantityKind,
    RankRange, SuitQuery,
};
use super::lexer::{Lexeme, Token};
use super::parser::TableLookup;
use super::vocabulary::{ACTIONS, CONSTANTS, Constant, PREDICATES, Predicate};

/// Result of reading a part of a line; the error is reported already.
type Phrase<T> = Option<T>;

/// Reader of one line.
pub(super) struct PhraseReader<'a, 'f> {
    text: &'a str,
    lexemes: &'a [Lexeme<'a>],
    at: usize,
    /// Place after the last lexeme.
    end: Span,
    findings: &'f mut Findings,
    /// `true` inside a table, where no other table can be used.
    is_in_table: bool,
    /// `true` in an action, where numbers are amounts.
    is_in_action: bool,
}

impl<'a, 'f> PhraseReader<'a, 'f> {
    /// Creates a reader of lexemes, which lie in `text`; `end` is the place of an error after the last one.
    pub(super) fn new(text: &'a str, lexemes: &'a [Lexeme<'a>], end: Span, findings: &'f mut Findings) -> Self {
        let end = lexemes.last().map_or(end, |last| Span { start: last.span.end, ..last.span });
        Self { text, lexemes, at: 0, end, findings, is_in_table: false, is_in_action: false }
    }

    /// The same reader for a cell of a table.
    pub(super) fn in_table(self) -> Self {
        Self { is_in_table: true, ..self }
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.peek_at(0)
    }

    fn peek_at(&self, offset: usize) -> Option<Token<'a>> {
        self.lexemes.get(self.at + offset).map(|lexeme| lexeme.token)
    }

    /// Span of the next lexeme, or the end of the line.
    fn span(&self) -> Span {
        self.lexemes.get(self.at).map_or(self.end, |lexeme| lexeme.span)
    }

    /// Span of the lexeme before the next one.
    fn last_span(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.lexemes.get(at)).map_or(self.end, |lexeme| lexeme.span)
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Text of the next lexeme for a message.
    fn found(&self) -> String {
        match self.lexemes.get(self.at) {
            Some(lexeme) => format!("`{}`", shorten(self.slice(lexeme.span))),
            None => "the end of the line".to_owned(),
        }
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Phrase<T> {
        self.findings.add(diagnostic);
        None
    }

    fn last_token(&self) -> Option<Token<'a>> {
        self.lexemes.get(self.at.checked_sub(1)?).map(|lexeme| lexeme.token)
    }

    /// `true` if a comment of another language begins here.
    fn is_comment(&self) -> bool {
        let is_slash = self.peek() == Some(Token::Sign("/"));
        is_slash && matches!(self.peek_at(1), Some(Token::Sign("/" | "*"))) || self.peek() == Some(Token::Sign(";"))
    }

    /// Moves to the next comma.
    fn skip_to_comma(&mut self) {
        while self.peek().is_some_and(|token| token != Token::Comma) {
            self.at += 1;
        }
    }

    /// Reads conditions until the end of the line; `None` after an error in any of them.
    pub(super) fn branch(&mut self) -> Phrase<Branch> {
        let start = self.span();
        let mut conditions = Vec::new();
        let mut is_valid = true;
        loop {
            match self.condition() {
                Some(condition) => conditions.push(condition),
                None => {
                    is_valid = false;
                    self.skip_to_comma();
                }
            }
            if self.peek().is_some_and(|token| token != Token::Comma) {
                is_valid = false;
                if self.report_missing_comma() {
                    continue;
                }
            }
            match self.peek() {
                None => break,
                Some(_) => {
                    self.at += 1;
                    if self.peek().is_none() {
                        let span = self.last_span();
                        let message = "a condition is missing after this comma";
                        self.findings.add(Diagnostic::error("missing-condition", span, message).help(
                            "a comma joins conditions that must all hold; a line that ends with a comma continues in the next one",
                        ));
                        is_valid = false;
                        break;
                    }
                }
            }
        }
        let span = start.to(self.last_span());
        is_valid.then_some(Branch { span, conditions })
    }

    /// Reports what follows a condition without a comma. Returns `true` if another condition begins here; otherwise it
    /// moves to the next comma.
    fn report_missing_comma(&mut self) -> bool {
        let (span, found) = (self.span(), self.found());
        let word = if let Some(Token::Word(word)) = self.peek() { word } else { "" };
        let arithmetic = matches!(self.peek(), Some(Token::Plus | Token::Minus | Token::Sign("*" | "/")));
        let diagnostic = match word {
            "AND" | "and" => {
                Diagnostic::error("no-and", span, format!("conditions are joined by a comma, not by {found}"))
            }
            "OR" | "or" => Diagnostic::error("no-or", span, format!("there is no {found} within a line"))
                .help("write each alternative on a line of its own"),
            _ if self.peek() == Some(Token::Sign("&&")) => {
                Diagnostic::error("no-and", span, "conditions are joined by a comma, not by `&&`")
            }
            _ if self.peek() == Some(Token::Sign("||")) => {
                Diagnostic::error("no-or", span, "there is no `||` within a line")
                    .help("write each alternative on a line of its own")
            }
            _ if matches!(self.peek(), Some(Token::Comparator(_))) => {
                Diagnostic::error("two-comparisons", span, "a comparison has two sides only")
                    .help("write two comparisons with a comma between them: `2BB <= pot, pot <= 5BB`")
            }
            _ if self.is_comment() => Diagnostic::error("comment", span, "comments begin with `#`"),
            _ if parse_card_word(word).is_some() && matches!(self.last_token(), Some(Token::Plus | Token::Minus)) => {
                Diagnostic::error("cards", span, "a range of cards has one end")
                    .help("two ends are two queries: `77+, 99-` for the pairs from 77 to 99")
            }
            _ if arithmetic => Diagnostic::error("no-arithmetic", span, format!("there is no arithmetic with {found}"))
                .help("a number before a constant multiplies it: `3 pot`"),
            _ if self.peek() == Some(Token::Sign("%")) => {
                Diagnostic::error("no-percent", span, "there are no percentages")
                    .help("write `0.5 pot` for one half of the pot")
            }
            _ if matches!(self.peek(), Some(Token::Sign("(" | ")" | "[" | "]" | "{" | "}"))) => brackets(span),
            _ => Diagnostic::error("missing-comma", span, format!("expected a comma before {found}"))
                .help("commas join conditions that must all hold: `pair, flushdraw`"),
        };
        self.findings.add(diagnostic);
        if ["AND", "and", "OR", "or"].contains(&word) || matches!(self.peek(), Some(Token::Sign("&&" | "||"))) {
            self.at += 1;
            return self.peek().is_some();
        }
        let begins_condition = matches!(self.peek(), Some(Token::Bang)) || !word.is_empty();
        if !begins_condition {
            self.skip_to_comma();
        }
        begins_condition
    }

    fn condition(&mut self) -> Phrase<Condition> {
        let start = self.span();
        let kind = match self.peek() {
            Some(Token::Bang) => {
                self.at += 1;
                self.negated()?
            }
            Some(Token::Word(word)) => {
                let is_compared = matches!(self.peek_at(1), Some(Token::Comparator(_)));
                match Predicate::from_name(word) {
                    Some(predicate) if is_compared => {
                        let message = format!("`{}` is true or false and cannot be compared", predicate.name());
                        return self.fail(
                            Diagnostic::error("compared-predicate", start, message)
                                .help(format!("write `{0}`, or `!{0}` for its opposite", predicate.name())),
                        );
                    }
                    Some(predicate) => {
                        self.at += 1;
                        ConditionKind::Predicate { predicate, is_negated: false }
                    }
                    None if word.eq_ignore_ascii_case("not") => {
                        let message = format!("a predicate is negated by `!`, not by `{word}`");
                        return self
                            .fail(Diagnostic::error("bad-negation", start, message).help("for example `!pair`"));
                    }
                    None if self.is_card_query(word) => ConditionKind::Cards(self.card_query()?),
                    None => self.comparison()?,
                }
            }
            _ => return self.no_condition(),
        };
        Some(Condition { span: start.to(self.last_span()), kind })
    }

    /// Reports that something else stands in the place of a condition.
    fn no_condition<T>(&mut self) -> Phrase<T> {
        let (span, found) = (self.span(), self.found());
        let diagnostic = match self.peek() {
            Some(Token::Comma) => {
                Diagnostic::error("missing-condition", span, "a condition is missing before this comma")
            }
            Some(Token::Sign("(" | ")" | "[" | "]" | "{" | "}")) => brackets(span),
            Some(Token::Minus) => Diagnostic::error("negative", span, "numbers cannot be negative"),
            _ if self.is_comment() => Diagnostic::error("comment", span, "comments begin with `#`"),
            _ => Diagnostic::error("unexpected", span, format!("expected a condition, not {found}")),
        };
        self.fail(diagnostic)
    }

    fn negated(&mut self) -> Phrase<ConditionKind> {
        let span = self.span();
        let Some(Token::Word(word)) = self.peek() else {
            let message = format!("expected a predicate after `!`, not {}", self.found());
            return self.fail(Diagnostic::error("bad-negation", span, message).help("for example `!pair`"));
        };
        if let Some(predicate) = Predicate::from_name(word) {
            self.at += 1;
            return Some(ConditionKind::Predicate { predicate, is_negated: true });
        }
        let diagnostic = if self.is_card_query(word) {
            Diagnostic::error("bad-negation", span, "only predicates can be negated, not queries about cards")
                .help("list the cards that are meant, as alternatives on lines of their own")
        } else if is_quantity_start(word) {
            Diagnostic::error("bad-negation", span, "only predicates can be negated, not comparisons")
                .help("use the opposite comparator: `<` for `!` with `>=`")
        } else {
            unknown_predicate(word, span)
        };
        self.fail(diagnostic)
    }

    /// `true` if a word is a query about the hero's cards here: two ranks, perhaps with `s` or `o`, and neither next to a
    /// comparator nor the factor of a constant.
    fn is_card_query(&self, word: &str) -> bool {
        if parse_card_word(word).is_none() {
            return false;
        }
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match self.peek_at(1) {
            Some(Token::Comparator(_)) => false,
            Some(Token::Word(next)) => !(is_number && Constant::from_name(next).is_some()),
            _ => true,
        }
    }

    fn card_query(&mut self) -> Phrase<CardQuery> {
        let Some(Token::Word(word)) = self.peek() else { return self.no_condition() };
        let (first, second, suits) = parse_card_word(word)?;
        let span = self.span();
        self.at += 1;
        let sign = self.span();
        let range = match self.peek() {
            Some(Token::Plus) => RankRange::AtLeast,
            Some(Token::Minus) => RankRange::AtMost,
            _ => RankRange::Exact,
        };
        if range != RankRange::Exact {
            self.at += 1;
            if sign.start != span.end {
                let message = format!("`{}` stands directly after the cards", self.slice(sign));
                return self.fail(Diagnostic::error("cards", sign, message));
            }
        }
        if first == second && suits == SuitQuery::Suited {
            return self.fail(Diagnostic::error("cards", span, "a pair is never suited").help("leave out the `s`"));
        }
        Some(CardQuery { high: first.max(second), low: first.min(second), suits, range })
    }

    /// `true` if the last word is the rest of a number with a comma, such as `1,000`.
    fn is_rest_of_number(&self) -> bool {
        let Some([before, comma, rest]) = self.at.checked_sub(3).and_then(|from| self.lexemes.get(from..self.at))
        else {
            return false;
        };
        let is_digits = |lexeme: &Lexeme<'_>| matches!(lexeme.token, Token::Word(word) if word.bytes().all(|byte| byte.is_ascii_digit()));
        comma.token == Token::Comma
            && before.span.end == comma.span.start
            && comma.span.end == rest.span.start
            && is_digits(before)
            && is_digits(rest)
    }

    fn comparison(&mut self) -> Phrase<ConditionKind> {
        let left = self.quantity()?;
        let span = self.span();
        let Some(Token::Comparator(comparator)) = self.peek() else {
            let found = self.found();
            let diagnostic = match self.peek() {
                Some(Token::Sign("=")) => {
                    Diagnostic::error("comparator", span, "`=` is no comparator, did you mean `==`?")
                }
                Some(Token::Sign("=>")) => Diagnostic::error("comparator", span, "`=>` is written `>=`"),
                Some(Token::Sign("=<")) => Diagnostic::error("comparator", span, "`=<` is written `<=`"),
                Some(Token::Sign("<>")) => Diagnostic::error("comparator", span, "`<>` is written `!=`"),
                Some(Token::Bang) => Diagnostic::error("comparator", span, "`!` is no comparator, did you mean `!=`?"),
                Some(Token::Plus | Token::Minus | Token::Sign("*" | "/")) => {
                    Diagnostic::error("no-arithmetic", span, format!("there is no arithmetic with {found}"))
                        .help("a number before a constant multiplies it: `3 pot`")
                }
                Some(Token::Sign("%")) => Diagnostic::error("no-percent", span, "there are no percentages")
                    .help("write `0.5 pot` for one half of the pot"),
                _ if self.is_rest_of_number() => {
                    Diagnostic::error("bad-number", left.span, "there are no commas within numbers")
                }
                _ => {
                    let text = shorten(self.slice(left.span));
                    Diagnostic::error(
                        "no-comparison",
                        span,
                        format!("expected a comparator after `{text}`, not {found}"),
                    )
                    .help("a number is compared with another one: `pot >= 10BB`")
                }
            };
            return self.fail(diagnostic);
        };
        self.at += 1;
        if let Some(Token::Word(word)) = self.peek()
            && let Some(predicate) = Predicate::from_name(word)
        {
            let message = format!("`{}` is true or false and cannot be compared", predicate.name());
            return self.fail(Diagnostic::error("compared-predicate", self.span(), message));
        }
        let right = self.quantity()?;
        Some(ConditionKind::Comparison { left, comparator, right })
    }

    /// Reads a number: a literal, a constant with or without a factor, a program or an element of the state.
    fn quantity(&mut self) -> Phrase<Quantity> {
        let span = self.span();
        let Some(Token::Word(word)) = self.peek() else {
            let diagnostic = match self.peek() {
                Some(Token::Minus) => Diagnostic::error("negative", span, "numbers cannot be negative"),
                Some(Token::Text(_)) => {
                    Diagnostic::error("stray-text", span, "a text in quotes stands after `external` or `init` only")
                }
                Some(Token::Sign("(" | ")" | "[" | "]" | "{" | "}")) => brackets(span),
                _ => Diagnostic::error("no-number", span, format!("expected a number, not {}", self.found())),
            };
            return self.fail(diagnostic);
        };
        self.at += 1;
        let kind = if word.eq_ignore_ascii_case("external") {
            QuantityKind::External(self.command()?)
        } else if word.eq_ignore_ascii_case("init") {
            QuantityKind::Init(self.quoted("the name of an element")?.to_owned())
        } else {
            self.product(word, span)?
        };
        Some(Quantity { span: span.to(self.last_span()), kind })
    }

    /// Reads the rest of a number that begins with `word`: `3`, `3BB`, `3 BB` or `BB`.
    fn product(&mut self, word: &str, span: Span) -> Phrase<QuantityKind> {
        if let Some(constant) = Constant::from_name(word) {
            return Some(QuantityKind::Product(Decimal::ONE, constant));
        }
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let (number, name) = word.split_at(digits);
        if number.is_empty() || parse_card_word(word).is_some() && !name.is_empty() {
            return self.fail(if self.is_in_action { unknown_amount(word, span) } else { unknown_number(word, span) });
        }
        let Some(factor) = Decimal::parse(number) else {
            let message = format!("`{}` is no number of the language", shorten(number));
            return self.fail(
                Diagnostic::error("bad-number", span, message)
                    .help("numbers have digits before and after a point, such as 0.5: at most 12 and at most 6"),
            );
        };
        if !name.is_empty() {
            return match Constant::from_name(name) {
                Some(constant) => Some(QuantityKind::Product(factor, constant)),
                None => {
                    let place = Span { start: span.start + digits as u32, ..span };
                    self.fail(unknown_constant(name, place))
                }
            };
        }
        if let Some(Token::Word(next)) = self.peek() {
            if let Some(constant) = Constant::from_name(next) {
                self.at += 1;
                return Some(QuantityKind::Product(factor, constant));
            }
            let names = CONSTANTS.iter().map(|(_, entry)| entry.name);
            if Predicate::from_name(next).is_none() && nearest(next, names).is_some() {
                let diagnostic = unknown_constant(next, self.span());
                self.at += 1;
                return self.fail(diagnostic);
            }
        }
        Some(QuantityKind::Literal(factor))
    }

    /// Reads a text in quotes.
    fn quoted(&mut self, what: &str) -> Phrase<&'a str> {
        let span = self.span();
        match self.peek() {
            Some(Token::Text(text)) if !text.trim().is_empty() => {
                self.at += 1;
                Some(text.trim())
            }
            Some(Token::Text(_)) => {
                self.fail(Diagnostic::error("empty-text", span, format!("expected {what} between the quotes")))
            }
            Some(Token::UnclosedText) => {
                self.fail(Diagnostic::error("unclosed-text", span, "this quote is not closed in its line"))
            }
            _ => {
                let word = self.slice(self.last_span()).to_owned();
                let message = format!("expected {what} in quotes after `{word}`, not {}", self.found());
                self.fail(
                    Diagnostic::error("no-text", span, message).help("texts stand between straight double quotes"),
                )
            }
        }
    }

    fn command(&mut self) -> Phrase<Command> {
        Some(Command::new(self.quoted("a command")?))
    }

    /// Reads an action until the end of the line. `table` gives the number of a table by its path.
    pub(super) fn action(&mut self, table: &mut TableLookup<'_>) -> Phrase<Action> {
        self.is_in_action = true;
        let start = self.span();
        let Some(Token::Word(word)) = self.peek() else {
            let message = format!("expected an action, not {}", self.found());
            return self
                .fail(Diagnostic::error("no-action", start, message).help("actions are FOLD, CHECK, CALL and RAISE"));
        };
        self.at += 1;
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let kind = if is("FOLD") {
            ActionKind::Fold
        } else if is("CHECK") {
            ActionKind::Check
        } else if is("CALL") {
            ActionKind::Call
        } else if is("RAISE") {
            ActionKind::Raise(self.amounts("RAISE")?)
        } else if is("RAISETO") {
            ActionKind::RaiseTo(self.amounts("RAISETO")?)
        } else if is("external") {
            ActionKind::External(self.command()?)
        } else if is("USE") {
            let (path, number) = self.table(table)?;
            ActionKind::Table(path, number)
        } else {
            return self.fail(unknown_action(word, start));
        };
        if self.peek().is_some() {
            let message = format!("expected the end of the line after the action, not {}", self.found());
            return self.fail(Diagnostic::error("trailing", self.span(), message));
        }
        Some(Action { span: start.to(self.last_span()), kind })
    }

    /// Reads an action as [`PhraseReader::action`] does, of a reader that is not needed afterwards.
    pub(super) fn into_action(mut self, table: &mut TableLookup<'_>) -> Phrase<Action> {
        self.action(table)
    }

    fn table(&mut self, table: &mut TableLookup<'_>) -> Phrase<(String, usize)> {
        let span = self.span();
        if self.is_in_table {
            return self.fail(Diagnostic::error("nested-table", span, "a cell of a table cannot use another table"));
        }
        if self.peek() != Some(Token::Word("TABLE")) {
            let near = match self.peek() {
                Some(Token::Word(word)) => did_you_mean(word, ["TABLE"]),
                _ => String::new(),
            };
            let message = format!("expected `TABLE` after `USE`, not {}{near}", self.found());
            return self.fail(Diagnostic::error("no-table", span, message).help("for example `USE TABLE opening.txt`"));
        }
        self.at += 1;
        let span = self.span();
        let path = match self.peek() {
            Some(Token::Path(path)) => path,
            Some(Token::Text(path)) if !path.trim().is_empty() => path.trim(),
            _ => {
                let message = "expected the path of a table after `USE TABLE`";
                return self.fail(Diagnostic::error("no-table", span, message));
            }
        };
        self.at += 1;
        let number = table(path, span, self.findings)?;
        Some((path.to_owned(), number))
    }

    /// Reads the amounts of a raise: one amount, or several ones with weights.
    fn amounts(&mut self, word: &str) -> Phrase<Vec<Amount>> {
        let start = self.span();
        if self.peek().is_none() {
            let message = format!("expected an amount after `{word}`");
            return self.fail(Diagnostic::error("no-amount", start, message).help(format!("for example `{word} 3BB`")));
        }
        let mut items = Vec::new();
        loop {
            items.push(self.weighted_amount()?);
            match self.peek() {
                None => break,
                Some(Token::Comma) => self.at += 1,
                Some(_) => {
                    let diagnostic = if matches!(self.peek(), Some(Token::Sign("%"))) {
                        Diagnostic::error("no-percent", self.span(), "there are no percentages")
                            .help("write `0.5 pot` for one half of the pot")
                    } else {
                        let message = format!("expected a comma between amounts, not {}", self.found());
                        Diagnostic::error("trailing", self.span(), message)
                            .help("each of several amounts has its weight before it: `RAISE 0.5 3BB, 0.5 6BB`")
                    };
                    return self.fail(diagnostic);
                }
            }
        }
        if let [(weight, quantity)] = items.as_mut_slice() {
            // With a single amount, a number before a constant is its factor.
            if let (Some((factor, span)), QuantityKind::Product(Decimal::ONE, constant)) = (*weight, &quantity.kind) {
                quantity.kind = QuantityKind::Product(factor, *constant);
                quantity.span = span.to(quantity.span);
            }
            *weight = Some((Decimal::ONE, start));
        }
        let mut amounts = Vec::new();
        for (weight, quantity) in items {
            let Some((weight, _)) = weight else {
                let message = "each of several amounts needs a weight before it";
                let text = self.slice(quantity.span);
                return self.fail(
                    Diagnostic::error("no-weight", quantity.span, message)
                        .help(format!("for example `1 {}`", shorten(text))),
                );
            };
            amounts.push(Amount { weight, quantity });
        }
        if amounts.iter().all(|amount| amount.weight.millionths() == 0) {
            let span = start.to(self.last_span());
            return self.fail(Diagnostic::error("no-weight", span, "at least one weight must be above 0"));
        }
        Some(amounts)
    }

    /// Reads an amount with the number before it, which is its weight or its factor.
    fn weighted_amount(&mut self) -> Phrase<(Option<(Decimal, Span)>, Quantity)> {
        let weight = match self.peek() {
            Some(Token::Word(word)) => Decimal::parse(word),
            _ => None,
        };
        let has_more = matches!(self.peek_at(1), Some(Token::Word(_)));
        let Some(weight) = weight.filter(|_| has_more) else {
            return self.quantity().map(|quantity| (None, quantity));
        };
        let span = self.span();
        self.at += 1;
        let quantity = self.quantity()?;
        Some((Some((weight, span)), quantity))
    }
}

fn brackets(span: Span) -> Diagnostic {
    Diagnostic::error("no-brackets", span, "there are no brackets in this language")
        .help("write each alternative on a line of its own")
}

/// `true` if a word can begin a number.
pub(super) fn is_quantity_start(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        || Constant::from_name(word).is_some()
        || ["external", "init"].iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Parses two ranks, perhaps with `s` or `o` after them.
pub(super) fn parse_card_word(word: &str) -> Option<(Rank, Rank, SuitQuery)> {
    let mut letters = word.chars();
    let (first, second) = (Rank::from_letter(letters.next()?)?, Rank::from_letter(letters.next()?)?);
    let suits = match letters.next() {
        None => SuitQuery::Any,
        Some('s') => SuitQuery::Suited,
        Some('o') => SuitQuery::Other,
        Some(_) => return None,
    };
    letters.next().is_none().then_some((first, second, suits))
}

/// The query that a word in wrong case or with `10` for the ten probably means.
fn corrected_cards(word: &str) -> Option<String> {
    let text = word.replace("10", "T").to_uppercase();
    let (ranks, suit) = text.split_at_checked(2)?;
    let corrected = format!("{ranks}{}", suit.to_lowercase());
    (corrected != word && parse_card_word(&corrected).is_some()).then_some(corrected)
}

fn unknown_predicate(word: &str, span: Span) -> Diagnostic {
    let names = PREDICATES.iter().map(|(_, entry)| entry.name);
    let near = did_you_mean(word, names);
    Diagnostic::error("unknown-predicate", span, format!("unknown predicate \"{}\"{near}", shorten(word)))
}

fn unknown_constant(name: &str, span: Span) -> Diagnostic {
    let near = did_you_mean(name, CONSTANTS.iter().map(|(_, entry)| entry.name));
    Diagnostic::error("unknown-constant", span, format!("unknown constant \"{}\"{near}", shorten(name)))
}

/// The error about a word in the place of an amount.
fn unknown_amount(word: &str, span: Span) -> Diagnostic {
    let help = "amounts are numbers and constants, such as `60`, `3BB`, `0.5 pot` and `allin`";
    if let Some(predicate) = Predicate::from_name(word) {
        let message = format!("expected an amount, but `{}` is true or false", predicate.name());
        return Diagnostic::error("no-number", span, message).help(help);
    }
    let near = did_you_mean(word, CONSTANTS.iter().map(|(_, entry)| entry.name));
    Diagnostic::error("unknown-constant", span, format!("unknown amount \"{}\"{near}", shorten(word))).help(help)
}

/// The error about a word that is neither predicate nor constant nor number.
fn unknown_number(word: &str, span: Span) -> Diagnostic {
    if parse_card_word(word).is_some() {
        return Diagnostic::error("cards", span, format!("`{word}` is a query about cards and cannot be compared"));
    }
    if let Some(cards) = corrected_cards(word) {
        return Diagnostic::error("cards", span, format!("unknown cards \"{word}\", did you mean \"{cards}\"?"))
            .help("ranks are 2 to 9, T, J, Q, K and A in upper case; `s` means suited, `o` any suits");
    }
    let predicates = PREDICATES.iter().map(|(_, entry)| entry.name);
    let names = predicates.chain(CONSTANTS.iter().map(|(_, entry)| entry.name)).chain(["external", "init"]);
    let near = did_you_mean(word, names);
    let diagnostic = Diagnostic::error("unknown-word", span, format!("unknown word \"{}\"{near}", shorten(word)));
    match ACTIONS.iter().find(|entry| entry.name.eq_ignore_ascii_case(word)) {
        Some(action) => diagnostic.help(format!("an action stands after `THEN`: `THEN {}`", action.name)),
        None if near.is_empty() => diagnostic
            .help("a condition is a predicate, two cards such as `JT+`, or a comparison such as `pot >= 10BB`"),
        None => diagnostic,
    }
}

fn unknown_action(word: &str, span: Span) -> Diagnostic {
    let known = match word.to_ascii_uppercase().as_str() {
        "BET" => Some("RAISE"),
        "ALLIN" | "ALL" | "SHOVE" | "PUSH" | "JAM" => Some("RAISE allin"),
        "LIMP" => Some("CALL"),
        "PASS" | "MUCK" => Some("FOLD"),
        "TABLE" => Some("USE TABLE"),
        _ => nearest(word, ACTIONS.iter().map(|entry| entry.name).chain(["external", "USE"])),
    };
    let hint = known.map_or_else(String::new, |name| format!(", did you mean \"{name}\"?"));
    let diagnostic = Diagnostic::error("unknown-action", span, format!("unknown action \"{}\"{hint}", shorten(word)));
    if known.is_some() { diagnostic } else { diagnostic.help("actions are FOLD, CHECK, CALL and RAISE") }
}
