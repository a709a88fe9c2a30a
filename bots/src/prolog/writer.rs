//! Text of terms, with operators, quotes and names of variables. The result can be read again by the
//! [`parser`](super::parser).

use super::operators::{ARGUMENT_PRIORITY, MAX_PRIORITY, OperatorKind, infix, prefix};
use super::symbols::{Symbols, atoms, functors};
use super::term::{Cell, FlatTerm};

/// Longest text of a term in bytes; longer ones end in `...`.
const MAX_LENGTH: usize = 64 << 10;

/// Settings of a text.
#[derive(Clone, Copy)]
pub struct WriteOptions<'a> {
    /// `true` if atoms are quoted where that is needed to read them again.
    pub is_quoted: bool,
    /// Names of variables, by number.
    pub variable: &'a dyn Fn(u32) -> String,
}

/// Text of a term with quotes; variables are `_0`, `_1` and so on.
pub fn term_text(term: &FlatTerm, symbols: &Symbols) -> String {
    write_term(term, symbols, WriteOptions { is_quoted: true, variable: &|number| format!("_{number}") })
}

/// Text of a term with quotes and names of variables.
pub fn named_text(term: &FlatTerm, names: &[String], symbols: &Symbols) -> String {
    let variable = |number: u32| names.get(number as usize).cloned().unwrap_or_else(|| format!("_{number}"));
    write_term(term, symbols, WriteOptions { is_quoted: true, variable: &variable })
}

/// Text of a term.
pub fn write_term(term: &FlatTerm, symbols: &Symbols, options: WriteOptions<'_>) -> String {
    let mut writer =
        Writer { term, symbols, options, out: String::new(), work: vec![Part::Term(term.root, MAX_PRIORITY)] };
    while let Some(part) = writer.work.pop() {
        match part {
            Part::Text(text) => writer.push(text),
            Part::Term(cell, max) => writer.cell(cell, max),
            Part::Tail(cell) => writer.tail(cell),
        }
        if writer.out.len() > MAX_LENGTH {
            writer.out.push_str("...");
            break;
        }
    }
    writer.out
}

/// Work that is still to be done; the last part comes first.
enum Part {
    Text(&'static str),
    Term(Cell, u32),
    /// Rest of a list after an element.
    Tail(Cell),
}

struct Writer<'a> {
    term: &'a FlatTerm,
    symbols: &'a Symbols,
    options: WriteOptions<'a>,
    out: String,
    work: Vec<Part>,
}

fn is_solo(name: &str) -> bool {
    matches!(name, "[]" | "{}" | "!" | ";" | ",")
}

/// `true` if an atom can be read without quotes.
pub fn is_plain_atom(name: &str) -> bool {
    let mut letters = name.chars();
    let Some(first) = letters.next() else { return false };
    let is_symbolic = name.chars().all(|letter| "+-*/\\^<>=~:.?@#&$".contains(letter)) && name != ".";
    let is_word = first.is_lowercase() && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    is_word || is_symbolic || is_solo(name) && name != ","
}

/// An atom with quotes if it needs them.
pub fn quoted(name: &str) -> String {
    if is_plain_atom(name) {
        return name.to_owned();
    }
    let mut out = String::from("'");
    for letter in name.chars() {
        match letter {
            '\'' => out.push_str("\\'"),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => out.push(letter),
        }
    }
    out.push('\'');
    out
}

impl Writer<'_> {
    /// Appends a text, with a blank if it would run into the text before it.
    fn push(&mut self, text: &str) {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let is_symbol = |letter: char| "+-*/\\^<>=~:.?@#&$".contains(letter);
        if let (Some(last), Some(first)) = (self.out.chars().next_back(), text.chars().next())
            && (is_word(last) && is_word(first) || is_symbol(last) && is_symbol(first))
        {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    fn atom(&mut self, name: &str) {
        if self.options.is_quoted { self.push(&quoted(name)) } else { self.push(name) }
    }

    fn cell(&mut self, cell: Cell, max: u32) {
        match cell {
            Cell::Int(value) => self.push(&value.to_string()),
            Cell::Var(number) | Cell::Ref(number) => {
                let name = (self.options.variable)(number);
                self.push(&name);
            }
            Cell::Atom(atom) => {
                let name = self.symbols.name(atom);
                let is_operator = infix(name).is_some_and(|(priority, _)| priority > max)
                    || prefix(name).is_some_and(|(priority, _)| priority > max);
                if is_operator && max < ARGUMENT_PRIORITY {
                    self.push("(");
                    self.atom(name);
                    self.out.push(')');
                } else {
                    self.atom(name);
                }
            }
            Cell::Functor(functor) => self.push(&self.symbols.indicator(functor)),
            Cell::Struct(_) => self.compound(cell, max),
        }
    }

    fn compound(&mut self, cell: Cell, max: u32) {
        let Some(functor) = self.term.functor(cell) else { return };
        let arguments = self.term.arguments(cell, self.symbols);
        let name = self.symbols.name(self.symbols.functor_name(functor));
        match *arguments {
            [item, rest] if functor == functors::LIST => {
                self.push("[");
                self.work.push(Part::Tail(rest));
                self.work.push(Part::Term(item, ARGUMENT_PRIORITY));
            }
            [inner] if functor == functors::BRACES => {
                self.push("{");
                self.work.push(Part::Text("}"));
                self.work.push(Part::Term(inner, MAX_PRIORITY));
            }
            [left, right] if infix(name).is_some() => {
                let (priority, kind) = infix(name).expect("it has just been found");
                self.infix(name, (priority, kind), [left, right], max);
            }
            [argument] if prefix(name).is_some() && name != "dynamic" && name != "discontiguous" => {
                self.prefix(name, argument, max);
            }
            _ => {
                self.atom(name);
                self.out.push('(');
                self.work.push(Part::Text(")"));
                for (at, &argument) in arguments.iter().enumerate().rev() {
                    self.work.push(Part::Term(argument, ARGUMENT_PRIORITY));
                    if at > 0 {
                        self.work.push(Part::Text(","));
                    }
                }
            }
        }
    }

    fn infix(&mut self, name: &str, (priority, kind): (u32, OperatorKind), [left, right]: [Cell; 2], max: u32) {
        let (left_max, right_max) = kind.operand_priorities(priority);
        if priority > max {
            self.push("(");
            self.work.push(Part::Text(")"));
        }
        self.work.push(Part::Term(right, right_max));
        let text: &'static str = match name {
            "," => ",",
            "->" => "->",
            ":-" => ":-",
            "is" => " is ",
            "mod" => " mod ",
            "rem" => " rem ",
            "div" => " div ",
            "xor" => " xor ",
            "rdiv" => " rdiv ",
            "-->" => "-->",
            "*->" => "*->",
            ":=" => ":=",
            _ => OPERATOR_TEXTS.iter().copied().find(|text| *text == name).unwrap_or(","),
        };
        self.work.push(Part::Text(text));
        self.work.push(Part::Term(left, left_max));
    }

    fn prefix(&mut self, name: &str, argument: Cell, max: u32) {
        let (priority, kind) = prefix(name).expect("the caller has found it");
        let (_, right_max) = kind.operand_priorities(priority);
        if priority > max {
            self.push("(");
            self.work.push(Part::Text(")"));
        }
        self.atom(name);
        let needs_blank = match argument {
            Cell::Atom(atom) => {
                let name = self.symbols.name(atom);
                infix(name).is_some() || prefix(name).is_some()
            }
            Cell::Struct(_) => {
                let functor = self.term.functor(argument);
                let operator = functor.map(|functor| self.symbols.name(self.symbols.functor_name(functor)));
                let count = self.term.arguments(argument, self.symbols).len();
                operator.is_some_and(|name| match count {
                    2 => infix(name).is_some_and(|(priority, _)| priority > right_max),
                    1 => prefix(name).is_some_and(|(priority, _)| priority > right_max),
                    _ => false,
                })
            }
            // Without a blank it would be read as a number.
            Cell::Int(value) => (name == "-" || name == "+") && value >= 0,
            _ => false,
        };
        if needs_blank {
            self.out.push(' ');
        }
        self.work.push(Part::Term(argument, right_max));
    }

    fn tail(&mut self, cell: Cell) {
        if let Some([item, rest]) = self.term.binary(cell, functors::LIST) {
            self.out.push(',');
            self.work.push(Part::Tail(rest));
            self.work.push(Part::Term(item, ARGUMENT_PRIORITY));
        } else if cell == Cell::Atom(atoms::NIL) {
            self.out.push(']');
        } else {
            self.out.push('|');
            self.work.push(Part::Text("]"));
            self.work.push(Part::Term(cell, ARGUMENT_PRIORITY));
        }
    }
}

/// Infix operators that are written without blanks.
const OPERATOR_TEXTS: &[&str] = &[
    ";", "|", "=", "\\=", "==", "\\==", "@<", "@>", "@=<", "@>=", "=..", "=:=", "=\\=", "<", ">", "=<", ">=", "+", "-",
    "/\\", "\\/", "*", "/", "//", "<<", ">>", ":", "**", "^",
];

#[cfg(test)]
mod tests {
    use super::super::lexer::Syntax;
    use super::super::parser::parse_term;
    use super::*;
    use boardwright_game::fault::Span;

    fn rewritten(text: &str) -> String {
        let mut symbols = Symbols::default();
        let parsed = parse_term(text, Span::default(), Syntax::default(), &mut symbols)
            .unwrap_or_else(|error| panic!("{text}: {}", error.message));
        named_text(&parsed.term, &parsed.variables, &symbols)
    }

    #[test]
    fn terms_are_written_as_they_are_read() {
        for text in [
            "a",
            "'A b'",
            "[]",
            "[1,2|X]",
            "f(X,Y,X)",
            "a:-b,c;d->e",
            "1+2*3-4",
            "(1+2)*3",
            "- 1",
            "-a",
            "1- -1",
            "\\+a",
            "X is Y mod 2",
            "{a,b}",
            "f((a,b),(c:-d))",
            "[a=b,(c,d)]",
            "2^3^4",
            "(2^3)^4",
            "a=..b",
            "-(-(1))",
            "f(-)",
            "'it\\'s'",
            "[-1,- 2]",
            "f(;)",
            "1-(2-3)",
            "p:-q",
        ] {
            let once = rewritten(text);
            assert_eq!(rewritten(&once), once, "{text}");
        }
        assert_eq!(rewritten("name()"), "name");
        assert_eq!(rewritten("X   =   [ a , B ]"), "X=[a,B]");
        assert_eq!(rewritten("1 - (-1)"), "1- -1");
        assert_eq!(rewritten("- (1)"), "- 1");
    }
}
