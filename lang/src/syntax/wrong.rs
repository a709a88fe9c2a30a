//! What the parser says about mistakes in writing: what is wrong, what was expected, and what to write instead.
//! Mistakes in meaning are told elsewhere.

use boardwright_engine::rules::Span;

use super::ast::Word;
use super::kinds::Kind;
use super::tokens::Token;
use crate::Diagnostic;
use crate::keys::{self, Opens, gone};
use crate::suggest::shorten;

/// What could have stood at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Operand,
    End,
    CommaOrEnd,
    Close,
    CommaOrClose,
}

/// What stands there.
pub(super) struct Found<'f> {
    pub(super) text: &'f str,
    pub(super) span: &'f dyn Fn(Token) -> Span,
    /// Right behind the token before.
    pub(super) here: Span,
    pub(super) before: Option<Token>,
    pub(super) token: Option<Token>,
    pub(super) after: Option<Token>,
    /// The innermost bracket that is open.
    pub(super) bracket: Option<Token>,
}

fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("syntax", span, message)
}

impl Found<'_> {
    fn said(&self, token: Option<Token>) -> &str {
        token.map_or("", |token| &self.text[token.start..token.end])
    }

    /// Whether a token follows a sign of arithmetic without a blank.
    fn is_behind_sign(&self, token: Token) -> bool {
        let signs = [Kind::Plus, Kind::Minus, Kind::Star, Kind::Slash];
        self.before.is_some_and(|before| before.end == token.start && signs.contains(&before.kind))
    }

    /// What is expected, in words.
    fn expected(&self, wanted: Wanted) -> String {
        let close = if self.bracket.is_some_and(|token| token.kind == Kind::OpenBrace) { "}" } else { ")" };
        match wanted {
            Wanted::Operand => "expected a value".to_owned(),
            Wanted::End => "expected an operator or the end of the line".to_owned(),
            Wanted::CommaOrEnd => "expected an operator, a comma or the end of the value".to_owned(),
            Wanted::Close => format!("expected an operator or `{close}`"),
            Wanted::CommaOrClose => format!("expected an operator, a comma or `{close}`"),
        }
    }
}

/// Something stands where it cannot.
pub(super) fn unexpected(found: &Found<'_>, wanted: Wanted) -> Diagnostic {
    // Where a value goes on in the next line only because a bracket is open, that bracket is what is wrong.
    let missed = |token: &Token| token.first && found.bracket.is_some() && wanted != Wanted::Operand;
    let Some(token) = found.token.filter(|token| !missed(token)) else { return ended(found, wanted) };
    let span = (found.span)(token);
    let said = found.said(Some(token));
    let (message, help) = match token.kind {
        Kind::Stray => stray(said),
        Kind::Word => word(found, wanted),
        Kind::Equals if found.is_behind_sign(token) => {
            let sign = found.said(found.before);
            (
                format!("`{sign}=` is not known here"),
                Some(format!("write the whole value, as in `SCORE(2) = SCORE(2) {sign} 1`")),
            )
        }
        Kind::Equals => {
            ("`=` cannot stand here: it gives a variable a value".to_owned(), Some("`==` compares".to_owned()))
        }
        Kind::Equal if wanted == Wanted::Operand => ("`==` has nothing before it".to_owned(), None),
        Kind::Colon if found.before.is_some_and(|token| token.kind == Kind::Var) => (
            "no variable can be declared here".to_owned(),
            Some("a line `$X = value` gives a value a name; families and `for` declare variables".to_owned()),
        ),
        Kind::Colon => (
            "`:` cannot stand here".to_owned(),
            Some("variables are declared with their `$`, as in `$X: 1..8`".to_owned()),
        ),
        Kind::CloseBracket | Kind::CloseBrace => closing(found, said, wanted),
        Kind::Not => ("`NOT` cannot stand here".to_owned(), Some("put it into brackets: `(NOT ...)`".to_owned())),
        Kind::Comma if wanted == Wanted::End => (
            "there is one expression on a line, not several with commas".to_owned(),
            Some("write each on a line of its own, with a blank before it; `AND` joins conditions".to_owned()),
        ),
        Kind::Comma if wanted == Wanted::Close => (
            "these brackets hold one value, not several with commas".to_owned(),
            Some("a set is written `{a, b}`; where several values are wanted, they need no brackets".to_owned()),
        ),
        Kind::Comma if wanted == Wanted::Operand => ("a value is missing before this comma".to_owned(), None),
        Kind::Dots => ("`..` cannot stand here".to_owned(), Some("a range has two ends: `1..8`".to_owned())),
        _ if token.kind.strength().is_some() && wanted == Wanted::End => {
            (format!("a second comparison `{said}`"), Some("compare twice: `a < b AND b < c`".to_owned()))
        }
        _ if token.kind.strength().is_some() => (format!("`{said}` has nothing before it"), None),
        _ if wanted == Wanted::Operand => (format!("`{}` cannot stand here", shorten(said)), None),
        _ => (format!("an operator is missing before `{}`", shorten(said)), declared(found)),
    };
    syntax(span, message).label(found.expected(wanted)).maybe_help(help)
}

/// The value ends too early.
fn ended(found: &Found<'_>, wanted: Wanted) -> Diagnostic {
    if let Some(bracket) = found.bracket {
        let (open, close) = if bracket.kind == Kind::OpenBrace { ("{", "}") } else { ("(", ")") };
        return syntax((found.span)(bracket), format!("this `{open}` is never closed"))
            .label(format!("expected a `{close}` that belongs to it"))
            .related(found.here, "here at the latest");
    }
    let message = match found.before {
        Some(_) => format!("a value is missing behind `{}`", shorten(found.said(found.before))),
        None => "a value is missing".to_owned(),
    };
    syntax(found.here, message).label(found.expected(wanted))
}

fn closing(found: &Found<'_>, said: &str, wanted: Wanted) -> (String, Option<String>) {
    let open = found.bracket.map(|bracket| found.said(Some(bracket)));
    let fits = matches!((open, said), (Some("("), ")") | (Some("{"), "}"));
    match open {
        None => (format!("`{said}` closes nothing"), None),
        Some(open) if !fits => (format!("`{said}` cannot close `{open}`"), None),
        Some(_) if wanted == Wanted::Operand => (format!("a value is missing before `{said}`"), None),
        Some(_) => (format!("`{said}` cannot stand here"), None),
    }
}

/// Signs that mean something in other languages, or that are not finished.
fn stray(said: &str) -> (String, Option<String>) {
    let instead = |message: String, help: &str| (message, Some(help.to_owned()));
    let shown = shorten(said);
    match said {
        "&&" | "&" => instead(format!("`{shown}` is not known here"), "write `AND`"),
        "||" | "|" => instead(format!("`{shown}` is not known here"), "write `OR`"),
        "!" => instead("`!` is not known here".to_owned(), "write `NOT`"),
        "<>" | "!==" => instead(format!("`{shown}` is not known here"), "write `!=`"),
        "===" => instead(format!("`{shown}` is not known here"), "write `==`"),
        "=<" => instead(format!("`{shown}` is not known here"), "write `<=`"),
        "=>" => instead(format!("`{shown}` is not known here"), "write `>=`"),
        "\u{201c}" | "\u{201d}" | "\u{201e}" | "\u{2018}" | "\u{2019}" => {
            instead(format!("`{shown}` is not known here"), "texts stand in plain double quotes: `\"text\"`")
        }
        "'" => instead("`'` is not known here".to_owned(), "texts stand in double quotes: `\"text\"`"),
        "$" => instead("a `$` without a name".to_owned(), "local variables are written `$X`"),
        ";" => instead("`;` is not known here".to_owned(), "the end of a line ends what is on it"),
        "[" | "]" => instead(
            format!("`{shown}` cannot stand here"),
            "sets are written `{...}`, and the name of a section begins its line without a blank",
        ),
        "." => instead("`.` cannot stand here".to_owned(), "numbers are whole; a range is written `1..8`"),
        "^" => instead("`^` is not known here".to_owned(), "powers are products: `a * a`"),
        "?" => instead("`?` is not known here".to_owned(), "`IF(condition, value, otherwise)` chooses"),
        _ if said.starts_with('"') => {
            instead("this text has no end".to_owned(), "texts stand in double quotes and end on their line")
        }
        _ if said.starts_with(|c: char| c.is_ascii_digit()) => {
            instead(format!("\"{shown}\" is neither a number nor a name"), "names begin with a letter")
        }
        _ => (format!("\"{}\" cannot stand here", said.escape_debug()), None),
    }
}

/// What to do about a variable in brackets that something follows.
fn declared(found: &Found<'_>) -> Option<String> {
    let variable = found.before.filter(|token| token.kind == Kind::Var && found.bracket.is_some())?;
    let said = found.said(Some(variable));
    Some(format!("a colon stands between a variable and its range: `{said}: {}`", found.said(found.token)))
}

/// A word behind a value, or an operator in small letters.
fn word(found: &Found<'_>, wanted: Wanted) -> (String, Option<String>) {
    let said = found.said(found.token);
    let before = found.said(found.before);
    let capitals = said.to_uppercase();
    let is_operator = keys::builtin(&capitals).is_some_and(|builtin| builtin.kind == keys::Kind::Operator);
    if is_operator {
        return (format!("unknown operator `{}`", shorten(said)), Some(format!("write `{capitals}`, in capitals")));
    }
    if wanted == Wanted::Operand {
        return (format!("`{}` cannot stand here", shorten(said)), None);
    }
    if found.token.is_some_and(|token| token.first) && found.after.is_some_and(|token| token.kind == Kind::Equals) {
        let help = "a key stands at the very beginning of its line, without a blank before it";
        return (format!("`{}` goes on with the value before it", shorten(said)), Some(help.to_owned()));
    }
    let before_is_word = found.before.is_some_and(|token| token.kind == Kind::Word);
    let help = match before {
        "ABS" => Some(format!("`ABS` takes its argument in brackets: `ABS({said})`")),
        _ if capitals == "MOD" => Some("write `%`".to_owned()),
        _ if gone::word(said).is_some() => gone::word(said).map(str::to_owned),
        "not" => Some("write `NOT`, in capitals".to_owned()),
        _ if before_is_word && found.after.is_some_and(|token| token.kind == Kind::Colon) => None,
        _ if found.before.is_some_and(|token| token.kind == Kind::Var) => declared(found),
        _ if before_is_word && !keys::is_taken(before) => Some(format!("names are one word: `{before}_{said}`")),
        _ => None,
    };
    (format!("an operator is missing before \"{}\"", shorten(said)), help)
}

/// A variable of `for` without its `$` or its colon.
pub(super) fn binder(name: &str, set: &str, span: Span) -> Diagnostic {
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
        .label("this is not read any more")
        .help("give parts of it names in [EXPRESSIONS]")
}

pub(super) fn too_long(most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("too-long", span, format!("this expression has more than {most} operators"))
        .label("this is not read any more")
        .help("give parts of it names in [EXPRESSIONS]")
}

pub(super) fn large_number(text: &str, span: Span) -> Diagnostic {
    Diagnostic::error("number", span, format!("{} is too large", shorten(text)))
        .label(format!("numbers are at most {}", i32::MAX))
}

pub(super) fn colour(text: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-colour", span, format!("\"{}\" is no colour", shorten(text)))
        .label("expected `#` and six digits, such as #c0392b: red, green and blue")
}

pub(super) fn head_not_at_start(span: Span) -> Diagnostic {
    syntax(span, "a section begins at the start of its line").label("expected no blank before it")
}

pub(super) fn head_not_closed(span: Span) -> Diagnostic {
    syntax(span, "the head of this section has no end").label("expected `]`")
}

pub(super) fn behind_head(span: Span) -> Diagnostic {
    syntax(span, "nothing can stand behind the head of a section").label("expected the end of the line")
}

pub(super) fn unknown_section(name: &str, meant: Option<&str>, span: Span) -> Diagnostic {
    if name.is_empty() {
        return syntax(span, "this section has no name").label("expected a name, such as `[RULES]`");
    }
    let hint = meant.map_or_else(String::new, |meant| format!(", did you mean [{meant}]?"));
    let names = || keys::SECTIONS.iter().map(|section| section.name).collect::<Vec<_>>().join(", ");
    Diagnostic::error("unknown-section", span, format!("unknown section [{}]{hint}", shorten(name)))
        .label("not a section of this language")
        .maybe_help(meant.is_none().then(|| format!("the sections are {}", names())))
}

pub(super) fn before_sections(span: Span) -> Diagnostic {
    syntax(span, "this stands before the first section").label("expected the head of a section, such as `[GAME]`")
}

pub(super) fn goes_on_with_nothing(span: Span) -> Diagnostic {
    syntax(span, "this line begins with a blank, but there is nothing that it goes on with")
        .label("expected no blank before a key")
}

pub(super) fn no_value(key: &str, span: Span) -> Diagnostic {
    Diagnostic::error("no-value", span, format!("`{}` has no value", shorten(key))).label("expected a value")
}

pub(super) fn colon_after_key(span: Span) -> Diagnostic {
    syntax(span, "`:` cannot stand here").label("expected `=`")
}

pub(super) fn params_of_key(key: &str, span: Span) -> Diagnostic {
    syntax(span, format!("`{}` takes no parameters", shorten(key)))
        .label("expected `=`")
        .help("indices stand in the value of `name`, parameters in [EXPRESSIONS]")
}

pub(super) fn param(name: &str, span: Span) -> Diagnostic {
    let message = format!("\"{}\" is no parameter", shorten(name));
    let help = match name.chars().next() {
        Some(first) if first.is_alphabetic() => format!("parameters begin with `$`: `${}`", shorten(name)),
        _ => "`Mine($L, $P) = ...` has two parameters".to_owned(),
    };
    syntax(span, message).label("expected `$` and a name").help(help)
}

/// A line that has no `key =` at its start.
pub(super) fn no_key(text: &str, span: Span) -> Diagnostic {
    let before = text.split('=').next().unwrap_or_default();
    let help = if text == "END" {
        "expressions need no `END` in this edition: a line without a blank before it begins the next one"
    } else if text.starts_with([';', '#', '*']) || text.starts_with("/*") || text.starts_with("--") {
        "comments begin with `//`"
    } else if before.contains('(') && !before.contains(')') {
        "the brackets of its parameters are not closed"
    } else if text.contains('=') {
        "a key is one word; lines that go on with the value before them begin with a blank"
    } else {
        "if it goes on with the line before it, put a blank before it"
    };
    syntax(span, "this line is neither `key = value` nor the head of a section")
        .label("expected `key = value`")
        .help(help)
}

pub(super) fn unknown_key(key: &Word, section: &keys::Section, meant: Option<&str>) -> Diagnostic {
    let said = shorten(&key.text);
    if key.text == "name"
        && let Opens::Key(opens) = section.opens
    {
        let message = format!("[{}] entries have no name", section.name);
        return Diagnostic::error("unknown-key", key.span, message)
            .label("not a key of this section")
            .help(format!("an entry begins with `{opens} = ...`"));
    }
    let hint = meant.map_or_else(String::new, |meant| format!(", did you mean `{meant}`?"));
    let message = format!("unknown key `{said}` in [{}]{hint}", section.name);
    let elsewhere = keys::SECTIONS.iter().find(|other| other.key(&key.text).is_some());
    let help = match (gone::key(&key.text), elsewhere) {
        _ if meant.is_some() => None,
        (Some(instead), _) => Some(instead.to_owned()),
        (None, Some(other)) => Some(format!("`{said}` is a key of [{}]", other.name)),
        (None, None) => Some(match section.opens {
            Opens::Number(_) => "each player has a line `1 = Name`, numbered in order".to_owned(),
            _ => {
                let names: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
                format!("the keys of this section are {}", names.join(", "))
            }
        }),
    };
    Diagnostic::error("unknown-key", key.span, message).label("not a key of this section").maybe_help(help)
}

/// A line that looks like `key = value` but for the blank before it.
pub(super) fn blank_before_key(key: &str, span: Span) -> Diagnostic {
    syntax(span, format!("`{}` is a key, but a blank before it makes its line a part of the value above", shorten(key)))
        .label("expected no blank before it")
}

/// A name of several lines.
pub(super) fn long_name(span: Span) -> Diagnostic {
    syntax(span, "a name has one line")
        .label("expected a key at the start of the line")
        .help("lines that begin with a blank go on with the value before them")
}
