//! Terms with macros: their reading, and the replacement of macros by values.

use boardwright_game::fault::Span;

use super::ast::Term;
use crate::prolog::{
    Cell, FlatTerm, Lexeme, ParsedTerm, Symbols, Syntax, SyntaxError, Token, lex, parse_term, term_text,
};

/// Syntax of terms with macros.
fn syntax(is_compatible: bool) -> Syntax {
    Syntax { is_rule_file: true, has_macros: true, joins_words: is_compatible }
}

/// Reads a term of a text.
pub(super) fn read_term(
    text: &str,
    span: Span,
    is_compatible: bool,
    symbols: &mut Symbols,
) -> Result<Term, SyntaxError> {
    let own = without_comments(&text[span.start as usize..span.end as usize]);
    let macros = macro_names(&own);
    let syntax = syntax(is_compatible);
    let is_textual = !macros.is_empty() && {
        let lexemes = lex(&own, span, syntax);
        let mut is_split = || parse_term(&own, span, Syntax { joins_words: false, ..syntax }, symbols).is_err();
        has_macro_in_word(&lexemes) || is_compatible && is_split()
    };
    let parsed = if is_textual {
        read_as_unset(&own, span, is_compatible, symbols)?
    } else {
        parse_term(&own, span, syntax, symbols).map_err(|error| explain_words(error, &own, is_compatible))?
    };
    Ok(Term { span, text: own, macros, parsed, is_textual })
}

/// `true` if a macro stands in a quoted text or touches a word, so that its value becomes a part of it.
fn has_macro_in_word(lexemes: &[Lexeme]) -> bool {
    let is_word = |token: &Token| match token {
        Token::Atom(name) => name.starts_with(char::is_alphanumeric),
        Token::Variable(_) | Token::Int(_) | Token::Macro(_) => true,
        _ => false,
    };
    let is_macro = |token: &Token| matches!(token, Token::Macro(_));
    let touches = |pair: &[Lexeme]| {
        let tokens = [&pair[0].token, &pair[1].token];
        !pair[1].is_after_blank
            && tokens.iter().any(|token| is_macro(token))
            && tokens.iter().all(|token| is_word(token))
    };
    let is_quoted = |lexeme: &Lexeme| matches!(&lexeme.token, Token::Quoted(text) if next_macro(text).is_some());
    lexemes.iter().any(is_quoted) || lexemes.windows(2).any(touches)
}

/// Reads a term as if no macro had a value.
fn read_as_unset(
    text: &str,
    span: Span,
    is_compatible: bool,
    symbols: &mut Symbols,
) -> Result<ParsedTerm, SyntaxError> {
    // An underscore takes the place of each backslash, so that places stay right.
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, name)) = next_macro(rest) {
        out.push_str(&rest[..at]);
        out.push('_');
        out.push_str(name);
        rest = &rest[at + 1 + name.len()..];
    }
    out.push_str(rest);
    let syntax = Syntax { has_macros: false, ..syntax(is_compatible) };
    parse_term(&out, span, syntax, symbols).map_err(|error| explain_words(error, &out, is_compatible))
}

/// Adds advice to the error of a term that contains a text without quotes.
fn explain_words(mut error: SyntaxError, text: &str, is_compatible: bool) -> SyntaxError {
    if !is_compatible && has_words(text) {
        error.message.push_str("; a text of several words stands in quotes: 'several words'");
    }
    error
}

/// `true` if two words stand beside each other with only a blank between.
fn has_words(text: &str) -> bool {
    let lexemes = lex(text, Span::default(), Syntax::RULES);
    let is_word = |token: &Token| match token {
        Token::Atom(name) => name.starts_with(char::is_alphabetic),
        Token::Variable(_) | Token::Int(_) => true,
        _ => false,
    };
    lexemes.windows(2).any(|pair| is_word(&pair[0].token) && is_word(&pair[1].token))
}

/// Replaces comments by blanks, so that places stay right.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote = None;
    while let Some(letter) = rest.chars().next() {
        if quote.is_none() && rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            out.extend(std::iter::repeat_n(' ', length));
            rest = &rest[length..];
            continue;
        }
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '\'' || letter == '"' => quote = Some(letter),
            _ => {}
        }
        out.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    out
}

/// The next macro of a text: its place and its name. Names begin in upper case.
fn next_macro(text: &str) -> Option<(usize, &str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find('\\') {
        let at = from + at;
        let tail = &text[at + 1..];
        let length = tail.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(tail.len());
        if tail.starts_with(|letter: char| letter.is_uppercase()) {
            return Some((at, &tail[..length]));
        }
        from = at + 1;
    }
    None
}

/// Names of all macros of a text, each once.
pub(super) fn macro_names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some((at, name)) = next_macro(rest) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        rest = &rest[at + 1 + name.len()..];
    }
    names
}

/// Values of macros, by name.
#[derive(Clone, Debug, Default)]
pub struct MacroTable {
    values: Vec<(String, FlatTerm)>,
}

impl MacroTable {
    /// A table with these values.
    pub fn new(values: Vec<(String, FlatTerm)>) -> Self {
        Self { values }
    }

    /// Value of a macro.
    pub fn get(&self, name: &str) -> Option<&FlatTerm> {
        self.values.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Sets a value, in place of an earlier one.
    pub fn set(&mut self, name: &str, value: FlatTerm) {
        match self.values.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => *own = value,
            None => self.values.push((name.to_owned(), value)),
        }
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &FlatTerm)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }
}

/// A term with its macros replaced, and the names of its variables.
pub(super) type Replaced = (FlatTerm, Vec<String>);

impl Term {
    /// Replaces the macros by their values.
    ///
    /// # Errors
    /// The mistake, if the text is no term with these values.
    pub(super) fn replaced(
        &self,
        table: &MacroTable,
        is_compatible: bool,
        symbols: &mut Symbols,
    ) -> Result<Replaced, SyntaxError> {
        if self.macros.is_empty() && !self.is_textual {
            return Ok((self.parsed.term.clone(), self.parsed.variables.clone()));
        }
        let is_simple = |name: &String| table.get(name).is_none_or(|value| is_simple(value, symbols));
        if !self.is_textual && self.macros.iter().all(is_simple) {
            return Ok(self.with_values(table));
        }
        let text = self.replaced_text(table, symbols);
        let syntax = Syntax { has_macros: false, ..syntax(is_compatible) };
        let parsed = parse_term(&text, self.span, syntax, symbols)?;
        Ok((parsed.term, parsed.variables))
    }

    /// Text of the term with its macros replaced.
    pub(super) fn replaced_text(&self, table: &MacroTable, symbols: &Symbols) -> String {
        let mut out = String::new();
        let mut rest = self.text.as_str();
        while let Some((at, name)) = next_macro(rest) {
            out.push_str(&rest[..at]);
            match table.get(name) {
                Some(value) => out.push_str(&term_text(value, symbols)),
                None => out.push_str(name),
            }
            rest = &rest[at + 1 + name.len()..];
        }
        out + rest
    }

    /// Puts values in the places of macros. A macro without a value is the variable of its name.
    fn with_values(&self, table: &MacroTable) -> Replaced {
        let ParsedTerm { term, variables, .. } = &self.parsed;
        let mut out = term.clone();
        let mut names = variables.clone();
        let mut replacement: Vec<Option<Cell>> = vec![None; variables.len()];
        for (number, name) in variables.iter().enumerate() {
            let Some(name) = name.strip_prefix('\\') else { continue };
            match table.get(name) {
                Some(value) => {
                    let offset = out.cells.len() as u32;
                    out.cells.extend(value.cells.iter().map(|&cell| shifted(cell, offset)));
                    replacement[number] = Some(shifted(value.root, offset));
                }
                None => {
                    if let Some(same) = variables.iter().position(|other| other == name) {
                        replacement[number] = Some(Cell::Var(same as u32));
                    }
                    name.clone_into(&mut names[number]);
                }
            }
        }
        let replaced = |cell: Cell| match cell {
            Cell::Var(number) => replacement[number as usize].unwrap_or(cell),
            other => other,
        };
        for cell in &mut out.cells {
            *cell = replaced(*cell);
        }
        out.root = replaced(out.root);
        // A macro with a value is no variable of the query, and no `_` of the file either.
        for (number, name) in names.iter_mut().enumerate() {
            if replacement[number].is_some() {
                name.insert(0, '_');
            }
        }
        (out, names)
    }
}

fn shifted(cell: Cell, offset: u32) -> Cell {
    if let Cell::Struct(at) = cell { Cell::Struct(at + offset) } else { cell }
}

/// `true` if a value has the same meaning as a part of a term and as a part of its text: it has no variables, and is no
/// expression with operators.
fn is_simple(value: &FlatTerm, symbols: &Symbols) -> bool {
    match value.root {
        Cell::Int(_) | Cell::Atom(_) => true,
        Cell::Struct(_) => {
            let functor = value.functor(value.root);
            let is_list = functor == Some(crate::prolog::functors::LIST);
            let name = functor.map(|functor| symbols.name(symbols.functor_name(functor)));
            let is_named = name.is_some_and(|name| name.starts_with(char::is_alphabetic));
            value.is_ground() && (is_list || is_named)
        }
        _ => false,
    }
}
