//! Error messages of the parser: the problem, the expected syntax, and the correction.
//! Semantic errors are reported elsewhere.

use boardwright_rules::Span;

use super::ast::Word;
use super::kinds::SyntaxKind;
use super::tokens::Token;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::vocabulary::{self, EntryStart, obsolete};

/// Syntax expected at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Operand,
    End,
    CommaOrEnd,
    Close,
    CommaOrClose,
}

/// Tokens around an unexpected one.
pub(super) struct ErrorContext<'f> {
    pub(super) text: &'f str,
    pub(super) span: &'f dyn Fn(Token) -> Span,
    /// Position right after the previous token.
    pub(super) here: Span,
    pub(super) before: Option<Token>,
    pub(super) token: Option<Token>,
    pub(super) after: Option<Token>,
    /// Innermost open bracket.
    pub(super) bracket: Option<Token>,
}

fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("syntax", span, message)
}

impl ErrorContext<'_> {
    fn token_text(&self, token: Option<Token>) -> &str {
        token.map_or("", |token| &self.text[token.start..token.end])
    }

    /// `true` if the token follows an arithmetic operator without a blank.
    fn follows_arithmetic_sign(&self, token: Token) -> bool {
        let signs = [SyntaxKind::Plus, SyntaxKind::Minus, SyntaxKind::Star, SyntaxKind::Slash];
        self.before.is_some_and(|before| before.end == token.start && signs.contains(&before.kind))
    }

    /// Description of the expected syntax.
    fn expected(&self, wanted: Expected) -> String {
        let close = if self.bracket.is_some_and(|token| token.kind == SyntaxKind::OpenBrace) { "}" } else { ")" };
        match wanted {
            Expected::Operand => "expected a value".to_owned(),
            Expected::End => "expected an operator or the end of the line".to_owned(),
            Expected::CommaOrEnd => "expected an operator, a comma or the end of the value".to_owned(),
            Expected::Close => format!("expected an operator or `{close}`"),
            Expected::CommaOrClose => format!("expected an operator, a comma or `{close}`"),
        }
    }
}

/// Error for a token that is not allowed at its position.
pub(super) fn unexpected(found: &ErrorContext<'_>, wanted: Expected) -> Diagnostic {
    // If a value continues on the next line only because of an open bracket, the bracket is the error.
    let missed = |token: &Token| token.is_first_on_line && found.bracket.is_some() && wanted != Expected::Operand;
    let Some(token) = found.token.filter(|token| !missed(token)) else { return unexpected_end(found, wanted) };
    let span = (found.span)(token);
    let shown_text = found.token_text(Some(token));
    let (message, help) = match token.kind {
        SyntaxKind::Stray => stray_token(shown_text),
        SyntaxKind::Word => unexpected_word(found, wanted),
        SyntaxKind::Equals if found.follows_arithmetic_sign(token) => {
            let sign = found.token_text(found.before);
            (
                format!("unexpected `{sign}=`"),
                Some(format!("write the whole value, as in `SCORE(2) = SCORE(2) {sign} 1`")),
            )
        }
        SyntaxKind::Equals => {
            ("`=` is not allowed here: it is an assignment".to_owned(), Some("`==` compares".to_owned()))
        }
        SyntaxKind::Equal if wanted == Expected::Operand => ("`==` has no left operand".to_owned(), None),
        SyntaxKind::Colon if found.before.is_some_and(|token| token.kind == SyntaxKind::Var) => (
            "no variable can be declared here".to_owned(),
            Some("a line `$X = value` names a value; families and `for` declare variables".to_owned()),
        ),
        SyntaxKind::Colon => (
            "`:` is not allowed here".to_owned(),
            Some("variables are declared with their `$`, as in `$X: 1..8`".to_owned()),
        ),
        SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => unexpected_closing(found, shown_text, wanted),
        SyntaxKind::Not => {
            ("`NOT` is not allowed here".to_owned(), Some("write it in brackets: `(NOT ...)`".to_owned()))
        }
        SyntaxKind::Comma if wanted == Expected::End => (
            "there is one expression on a line, not several with commas".to_owned(),
            Some("write each on a line of its own, with a blank before it; `AND` joins conditions".to_owned()),
        ),
        SyntaxKind::Comma if wanted == Expected::Close => (
            "these brackets hold one value, not several with commas".to_owned(),
            Some("a set is written `{a, b}`; where several values are wanted, they need no brackets".to_owned()),
        ),
        SyntaxKind::Comma if wanted == Expected::Operand => ("a value is missing before this comma".to_owned(), None),
        SyntaxKind::Dots => ("`..` is not allowed here".to_owned(), Some("a range has two ends: `1..8`".to_owned())),
        _ if token.kind.precedence().is_some() && wanted == Expected::End => (
            format!("comparisons cannot be chained: `{shown_text}`"),
            Some("compare twice: `a < b AND b < c`".to_owned()),
        ),
        _ if token.kind.precedence().is_some() => (format!("`{shown_text}` has no left operand"), None),
        _ if wanted == Expected::Operand => (format!("`{}` is not allowed here", shorten(shown_text)), None),
        _ => (format!("an operator is missing before `{}`", shorten(shown_text)), missing_colon_help(found)),
    };
    syntax(span, message).label(found.expected(wanted)).maybe_help(help)
}

/// Error for a value that ends too early.
fn unexpected_end(found: &ErrorContext<'_>, wanted: Expected) -> Diagnostic {
    if let Some(bracket) = found.bracket {
        let (open, close) = if bracket.kind == SyntaxKind::OpenBrace { ("{", "}") } else { ("(", ")") };
        return syntax((found.span)(bracket), format!("this `{open}` is never closed"))
            .label(format!("expected a `{close}` that belongs to it"))
            .related(found.here, "here at the latest");
    }
    let message = match found.before {
        Some(_) => format!("a value is missing after `{}`", shorten(found.token_text(found.before))),
        None => "a value is missing".to_owned(),
    };
    syntax(found.here, message).label(found.expected(wanted))
}

fn unexpected_closing(found: &ErrorContext<'_>, said: &str, wanted: Expected) -> (String, Option<String>) {
    let open = found.bracket.map(|bracket| found.token_text(Some(bracket)));
    let fits = matches!((open, said), (Some("("), ")") | (Some("{"), "}"));
    match open {
        None => (format!("`{said}` is unmatched"), None),
        Some(open) if !fits => (format!("`{said}` cannot close `{open}`"), None),
        Some(_) if wanted == Expected::Operand => (format!("a value is missing before `{said}`"), None),
        Some(_) => (format!("`{said}` is not allowed here"), None),
    }
}

/// Message and help for unfinished tokens and for operators of other languages.
fn stray_token(said: &str) -> (String, Option<String>) {
    let instead = |message: String, help: &str| (message, Some(help.to_owned()));
    let shown = shorten(said);
    match said {
        "&&" | "&" => instead(format!("unexpected `{shown}`"), "write `AND`"),
        "||" | "|" => instead(format!("unexpected `{shown}`"), "write `OR`"),
        "!" => instead("unexpected `!`".to_owned(), "write `NOT`"),
        "<>" | "!==" => instead(format!("unexpected `{shown}`"), "write `!=`"),
        "===" => instead(format!("unexpected `{shown}`"), "write `==`"),
        "=<" => instead(format!("unexpected `{shown}`"), "write `<=`"),
        "=>" => instead(format!("unexpected `{shown}`"), "write `>=`"),
        "\u{201c}" | "\u{201d}" | "\u{201e}" | "\u{2018}" | "\u{2019}" => {
            instead(format!("unexpected `{shown}`"), "texts are written in plain double quotes: `\"text\"`")
        }
        "'" => instead("unexpected `'`".to_owned(), "texts are written in double quotes: `\"text\"`"),
        "$" => instead("a `$` without a name".to_owned(), "local variables are written `$X`"),
        ";" => instead("unexpected `;`".to_owned(), "expressions are not terminated by `;`"),
        "[" | "]" => instead(
            format!("`{shown}` is not allowed here"),
            "sets are written `{...}`, and a section header begins its line without a blank",
        ),
        "." => instead("`.` is not allowed here".to_owned(), "numbers are integers; a range is written `1..8`"),
        "^" => instead("unexpected `^`".to_owned(), "write a product: `a * a`"),
        "?" => instead("unexpected `?`".to_owned(), "write `IF(condition, value, otherwise)`"),
        _ if said.starts_with('"') => instead(
            "this text is not terminated".to_owned(),
            "texts are written in double quotes and end on their line",
        ),
        _ if said.starts_with(|c: char| c.is_ascii_digit()) => {
            instead(format!("\"{shown}\" is neither a number nor a name"), "names begin with a letter")
        }
        _ => (format!("\"{}\" is not allowed here", said.escape_debug()), None),
    }
}

/// Help for a variable in brackets that lacks the colon before its range.
fn missing_colon_help(found: &ErrorContext<'_>) -> Option<String> {
    let variable = found.before.filter(|token| token.kind == SyntaxKind::Var && found.bracket.is_some())?;
    let said = found.token_text(Some(variable));
    Some(format!("separate a variable and its range by a colon: `{said}: {}`", found.token_text(found.token)))
}

/// Message and help for a word after a value, or an operator in lower case.
fn unexpected_word(found: &ErrorContext<'_>, wanted: Expected) -> (String, Option<String>) {
    let said = found.token_text(found.token);
    let before = found.token_text(found.before);
    let capitals = said.to_uppercase();
    let is_operator =
        vocabulary::builtin(&capitals).is_some_and(|builtin| builtin.kind == vocabulary::BuiltinKind::Operator);
    if is_operator {
        return (format!("unknown operator `{}`", shorten(said)), Some(format!("write `{capitals}`, in capitals")));
    }
    if wanted == Expected::Operand {
        return (format!("`{}` is not allowed here", shorten(said)), None);
    }
    if found.token.is_some_and(|token| token.is_first_on_line)
        && found.after.is_some_and(|token| token.kind == SyntaxKind::Equals)
    {
        let help = "a key begins its line, without a blank before it";
        return (format!("`{}` continues the value before it", shorten(said)), Some(help.to_owned()));
    }
    let before_is_word = found.before.is_some_and(|token| token.kind == SyntaxKind::Word);
    let help = match before {
        "ABS" => Some(format!("`ABS` takes its argument in brackets: `ABS({said})`")),
        _ if capitals == "MOD" => Some("write `%`".to_owned()),
        _ if obsolete::word(said).is_some() => obsolete::word(said).map(str::to_owned),
        "not" => Some("write `NOT`, in capitals".to_owned()),
        _ if before_is_word && found.after.is_some_and(|token| token.kind == SyntaxKind::Colon) => None,
        _ if found.before.is_some_and(|token| token.kind == SyntaxKind::Var) => missing_colon_help(found),
        _ if before_is_word && !vocabulary::is_reserved(before) => {
            Some(format!("names are one word: `{before}_{said}`"))
        }
        _ => None,
    };
    (format!("an operator is missing before \"{}\"", shorten(said)), help)
}

/// Error for a variable of `for` without its `$` or its colon.
pub(super) fn malformed_binder(name: &str, set: &str, span: Span) -> Diagnostic {
    let name = name.trim_start_matches('$');
    let set = set.lines().next().unwrap_or_default();
    syntax(span, "this declares no variable").label("expected `$D: set`").help(format!(
        "write `for = ${}: {}`",
        shorten(name),
        shorten(set)
    ))
}

pub(super) fn too_deep(most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-deep", span, format!("more than {most} brackets are open here"))
        .label("the rest is not parsed")
        .help("name parts of it in [EXPRESSIONS]")
}

pub(super) fn too_long(most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-long", span, format!("this expression has more than {most} operators"))
        .label("the rest is not parsed")
        .help("name parts of it in [EXPRESSIONS]")
}

pub(super) fn number_overflow(text: &str, span: Span) -> Diagnostic {
    let message = format!("the number {} is too large: numbers are at most {}", shorten(text), i32::MAX);
    Diagnostic::error("number", span, message).label(format!("expected at most {}", i32::MAX))
}

pub(super) fn invalid_colour(text: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-colour", span, format!("\"{}\" is not a colour", shorten(text)))
        .label("expected `#` and six digits, such as #c0392b: red, green and blue")
}

pub(super) fn indented_header(span: Span) -> Diagnostic {
    syntax(span, "a section begins at the start of its line").label("expected no blank before it")
}

pub(super) fn unclosed_header(span: Span) -> Diagnostic {
    syntax(span, "this section header is not closed").label("expected `]`").replacement("]")
}

pub(super) fn text_after_header(span: Span) -> Diagnostic {
    syntax(span, "unexpected text after the section header").label("expected the end of the line").replacement("")
}

pub(super) fn unknown_section(name: &str, meant: Option<&str>, span: Span) -> Diagnostic {
    if name.is_empty() {
        return syntax(span, "this section has no name").label("expected a name, such as `[RULES]`");
    }
    let hint = meant.map_or_else(String::new, |meant| format!(", did you mean [{meant}]?"));
    let names = || vocabulary::SECTIONS.iter().map(|section| section.name).collect::<Vec<_>>().join(", ");
    Diagnostic::error("unknown-section", span, format!("unknown section [{}]{hint}", shorten(name)))
        .label("not a section of this language")
        .maybe_help(meant.is_none().then(|| format!("the sections are {}", names())))
}

pub(super) fn line_before_sections(span: Span) -> Diagnostic {
    syntax(span, "this line is before the first section").label("expected a section header, such as `[GAME]`")
}

pub(super) fn continuation_without_value(span: Span) -> Diagnostic {
    syntax(span, "this line begins with a blank, but there is no value that it could continue")
        .label("expected no blank before a key")
}

pub(super) fn missing_value(key: &str, span: Span) -> Diagnostic {
    Diagnostic::error("no-value", span, format!("`{}` has no value", shorten(key))).label("expected a value")
}

pub(super) fn colon_after_key(span: Span) -> Diagnostic {
    syntax(span, "`:` is not allowed here").label("expected `=`").replacement("=")
}

pub(super) fn parameters_on_key(key: &str, span: Span) -> Diagnostic {
    syntax(span, format!("`{}` takes no parameters", shorten(key)))
        .label("expected `=`")
        .help("indices are written in the value of `name`, parameters in [EXPRESSIONS]")
}

pub(super) fn invalid_parameter(name: &str, span: Span) -> Diagnostic {
    let message = format!("\"{}\" is not a parameter", shorten(name));
    let diagnostic = syntax(span, message).label("expected `$` and a name");
    match name.chars().next() {
        Some(first) if first.is_alphabetic() => {
            diagnostic.help(format!("parameters begin with `$`: `${}`", shorten(name))).replacement(format!("${name}"))
        }
        _ => diagnostic.help("`Mine($L, $P) = ...` has two parameters"),
    }
}

/// Error for a line without `key =` at its start.
pub(super) fn missing_key(text: &str, span: Span) -> Diagnostic {
    let before = text.split('=').next().unwrap_or_default();
    let help = if text == "END" {
        "expressions need no `END` in this edition: a line without a blank before it begins the next one"
    } else if text.starts_with([';', '#', '*']) || text.starts_with("/*") || text.starts_with("--") {
        "comments begin with `//`"
    } else if before.contains('(') && !before.contains(')') {
        "the brackets of its parameters are not closed"
    } else if text.contains('=') {
        "a key is one word; continuation lines begin with a blank"
    } else {
        "to continue the value before it, begin the line with a blank"
    };
    let comment = text.strip_prefix([';', '#', '*']).or_else(|| text.strip_prefix("--"));
    syntax(span, "this line is neither `key = value` nor a section header")
        .label("expected `key = value`")
        .help(help)
        .maybe_replacement(comment.map(|comment| format!("// {}", comment.trim_start())))
}

/// `true` for a key that is a number, as those of players are.
pub(super) fn is_player_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn unknown_key(key: &Word, section: &vocabulary::Section, meant: Option<&str>) -> Diagnostic {
    let said = shorten(&key.text);
    if key.text == "name"
        && let EntryStart::Key(opens) = section.entry_start
    {
        let message = format!("[{}] entries have no name", section.name);
        return Diagnostic::error("unknown-key", key.span, message)
            .label("not a key of this section")
            .help(format!("an entry begins with `{opens} = ...`"));
    }
    if is_player_number(&key.text) {
        return Diagnostic::error("unknown-key", key.span, format!("player {said} outside of [PLAYERS]"))
            .label(format!("this line is in [{}]", section.name))
            .help("put a line `[PLAYERS]` before the first player");
    }
    let hint = meant.map_or_else(String::new, |meant| format!(", did you mean `{meant}`?"));
    let message = format!("unknown key `{said}` in [{}]{hint}", section.name);
    let elsewhere = vocabulary::SECTIONS.iter().find(|other| other.key(&key.text).is_some());
    let help = match (obsolete::key(&key.text), elsewhere) {
        _ if meant.is_some() => None,
        (Some(instead), _) => Some(instead.to_owned()),
        (None, Some(other)) => Some(format!("`{said}` is a key of [{}]", other.name)),
        (None, None) => Some(match section.entry_start {
            EntryStart::PlayerNumber(_) => "each player has a line `1 = Name`, numbered in order".to_owned(),
            _ => {
                let names: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
                format!("the keys of this section are {}", names.join(", "))
            }
        }),
    };
    Diagnostic::error("unknown-key", key.span, message).label("not a key of this section").maybe_help(help)
}

/// Error for a line that would be `key = value` without the blank before it.
pub(super) fn indented_key(key: &str, span: Span) -> Diagnostic {
    syntax(span, format!("`{}` is a key, but the blank before it makes its line part of the value above", shorten(key)))
        .label("expected no blank before it")
}

/// Error for a name of several lines.
pub(super) fn multi_line_name(span: Span) -> Diagnostic {
    syntax(span, "a name must be on one line")
        .label("expected a key at the start of the line")
        .help("lines that begin with a blank continue the value before them")
}
