//! Texts as ids of interned texts, or as names of things that queries have found.

use boardwright_game::ids::{ElementId, ExprId, LocationId, TextId};
use boardwright_jit::{Arg, Binary};
use boardwright_rules::{Expr, IndexedName, TextPart};

use super::super::generator::{Generated, Generator};
use super::super::values::{Number, ThingKind, Value};
use crate::Unsupported;

/// A part of a text with what is known of its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'t> {
    Literal(&'t str),
    Number(Number),
}

/// Greatest number of rows of a table of texts by their numbers.
const MAX_ROWS: i64 = 1 << 15;

impl Generator<'_> {
    /// The word of a text that is not interned.
    fn unknown_text(&self) -> u64 {
        self.rules.texts.len() as u64
    }

    /// Id of an interned text, or the word of others.
    fn id_of(&self, text: &str) -> u64 {
        self.rules.texts.find(text).map_or(self.unknown_text(), |id| id.index() as u64)
    }

    /// Evaluates a text with numbers inserted.
    pub(super) fn untyped_template(&mut self, parts: &[TextPart]) -> Generated<Value> {
        let Some(parts) = self.text_parts(parts)? else { return Ok(Value::Never) };
        let unknown = self.unknown_text() as i64;
        let text = self.by_text(&parts, unknown, &|text| text.index() as i64)?;
        Ok(Value::Interned(text))
    }

    /// Word of a text by its interned texts: `of` where it is one of them, else `other`.
    fn by_text(&mut self, parts: &[Part<'_>], other: i64, of: &dyn Fn(TextId) -> i64) -> Generated<Arg> {
        let mut shape = Vec::new();
        let mut dynamic = Vec::new();
        for part in parts {
            match part {
                Part::Literal(literal) => shape.push(Piece::Literal((*literal).to_owned())),
                Part::Number(number) => match number.known() {
                    Some(known) => shape.push(Piece::Literal(known.to_string())),
                    None => {
                        shape.push(Piece::Number);
                        dynamic.push(*number);
                    }
                },
            }
        }
        let shape = joined_literals(shape);
        if dynamic.is_empty() {
            let text: String =
                shape.iter().map(|piece| if let Piece::Literal(text) = piece { text } else { "" }).collect();
            return Ok(Arg::Word(self.rules.texts.find(&text).map_or(other, of) as u64));
        }
        if !is_unambiguous(&shape) {
            return Err(Unsupported("a text whose numbers cannot be told apart"));
        }
        let texts = &self.rules.texts;
        let matching: Vec<(Vec<i64>, i64)> = (0..texts.len())
            .map(TextId::new)
            .filter_map(|id| Some((numbers_of(&shape, texts.text(id))?, of(id))))
            .filter(|(numbers, _)| {
                numbers.iter().zip(&dynamic).all(|(number, bounds)| (bounds.least..=bounds.most).contains(number))
            })
            .collect();
        if matching.is_empty() {
            return Ok(Arg::Word(other as u64));
        }
        // The first row is that of numbers beyond all texts.
        let mut row = Arg::Word(0);
        let mut inside = Arg::Word(1);
        let mut rows = 1;
        let mut bounds = Vec::new();
        for (place, number) in dynamic.iter().enumerate() {
            let of_place = matching.iter().map(|(numbers, _)| numbers[place]);
            let (least, most) = (of_place.clone().min().unwrap_or(0), of_place.max().unwrap_or(0));
            let count = most - least + 1;
            rows *= count;
            if count > MAX_ROWS || rows > MAX_ROWS {
                return Err(Unsupported("texts with numbers of a wide range"));
            }
            let at = self.op(Binary::Sub, number.arg, least as u64);
            if number.least < least || number.most > most {
                let fits = self.op(Binary::UnsignedLess, at, count as u64);
                inside = self.and(inside, fits);
            }
            row = self.op(Binary::Mul, row, count as u64);
            row = self.op(Binary::Add, row, at);
            bounds.push((least, count));
        }
        let mut table = vec![other; rows as usize + 1];
        for (numbers, word) in matching {
            let row = numbers.iter().zip(&bounds).fold(0, |row, (number, (least, count))| row * count + number - least);
            table[row as usize + 1] = word;
        }
        let row = self.op(Binary::Add, row, 1);
        let row = self.board.w.select(inside, row, 0);
        Ok(self.lookup_number(&table, row))
    }

    /// The location or element, plus 1, that a text names; 0 if it names none.
    pub(super) fn named(&mut self, id: ExprId, kind: ThingKind) -> Generated<Arg> {
        let rules = self.rules;
        let of = move |text: TextId| match kind {
            ThingKind::Location => rules.texts.location(text).map_or(0, |id: LocationId| id.index() as i64 + 1),
            _ => rules.texts.element(text).map_or(0, |id: ElementId| id.index() as i64 + 1),
        };
        if let Expr::Template(parts) = &rules.exprs[id] {
            let Some(parts) = self.text_parts(parts)? else { return Ok(Arg::Word(0)) };
            return self.by_text(&parts, 0, &of);
        }
        let Some(value) = self.text(id)? else { return Ok(Arg::Word(0)) };
        match value {
            Value::NameOf(found, word) if found == kind => Ok(word),
            Value::NameOf(found, word) => {
                let table: Vec<u16> =
                    self.names(found).into_iter().map(|text| text.map_or(0, |text| of(text) as u16)).collect();
                Ok(self.lookup(&table, word))
            }
            Value::Interned(word) => {
                let table = (0..rules.texts.len()).map(|text| of(TextId::new(text)) as u16);
                let table: Vec<u16> = table.chain([0]).collect();
                Ok(self.lookup(&table, word))
            }
            _ => Ok(Arg::Word(0)),
        }
    }

    /// Evaluates an operand that must be a text; `None` after a fault.
    fn text(&mut self, id: ExprId) -> Generated<Option<Value>> {
        let value = self.untyped_value(id)?;
        self.only(value, Value::is_text)
    }

    /// Interned names of the things of a kind, the empty text first.
    fn names(&self, kind: ThingKind) -> Vec<Option<TextId>> {
        let rules = self.rules;
        let names: Vec<&str> = match kind {
            ThingKind::Element => rules.elements.iter().map(|thing| &*thing.name).collect(),
            ThingKind::Location => rules.locations.iter().map(|thing| &*thing.name).collect(),
            ThingKind::ElementType => rules.element_types.iter().map(|thing| &*thing.name).collect(),
            _ => rules.location_types.iter().map(|thing| &*thing.name).collect(),
        };
        [""].into_iter().chain(names).map(|name| rules.texts.find(name)).collect()
    }

    /// A text by its id, or the word of texts that are not interned.
    pub(super) fn interned(&mut self, value: &Value) -> Option<Arg> {
        match value {
            Value::Interned(word) => Some(*word),
            Value::NameOf(kind, word) => {
                let unknown = self.unknown_text() as u16;
                let names = self.names(*kind);
                let table: Vec<u16> =
                    names.into_iter().map(|text| text.map_or(unknown, |text| text.index() as u16)).collect();
                Some(self.lookup(&table, *word))
            }
            _ => None,
        }
    }

    /// 1 if two texts are equal. Two texts that are not interned are left to the interpreter.
    pub(super) fn same_texts(&mut self, left: &Value, right: &Value) -> Arg {
        if let (Value::NameOf(kind, one), Value::NameOf(other_kind, other)) = (left, right)
            && kind == other_kind
        {
            return self.equal(*one, *other);
        }
        // A name is compared with a known text by what it names.
        for (one, other) in [(left, right), (right, left)] {
            if let (Value::NameOf(kind, word), Value::Interned(Arg::Word(text))) = (one, other)
                && *text < self.unknown_text()
            {
                let place =
                    self.names(*kind).iter().position(|name| name.is_some_and(|name| name.index() as u64 == *text));
                return place.map_or(Arg::Word(0), |place| self.equal(*word, place as u64));
            }
        }
        let (Some(one), Some(other)) = (self.interned(left), self.interned(right)) else { return Arg::Word(0) };
        let same = self.equal(one, other);
        let is_unknown = self.equal(one, self.unknown_text());
        let both = self.and(same, is_unknown);
        self.fault_if(both);
        same
    }

    /// An index of a name, at a place counted from 1; a fault if there is none.
    pub(super) fn index_of_text(&mut self, id: ExprId, place: i64) -> Generated<Value> {
        // No index is as small as this.
        const NONE: i64 = i32::MIN as i64;
        let Some(value) = self.text(id)? else { return Ok(Value::Never) };
        let rules = self.rules;
        let index = |name: &IndexedName| -> i64 {
            let at = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
            let found = name.indices.as_ref().zip(at).and_then(|(indices, at)| indices.get(at).copied());
            found.map_or(NONE, i64::from)
        };
        let (indices, word): (Vec<i64>, Arg) = match &value {
            Value::Interned(word) => {
                let indices = (0..rules.texts.len()).map(|text| index(rules.texts.name(TextId::new(text))));
                (indices.chain([NONE]).collect(), *word)
            }
            Value::NameOf(kind, word) => {
                let names = self.names(*kind).into_iter();
                (names.map(|text| text.map_or(NONE, |text| index(rules.texts.name(text)))).collect(), *word)
            }
            _ => return Ok(Value::Never),
        };
        let known = || indices.iter().copied().filter(|index| *index != NONE);
        let (Some(least), Some(most)) = (known().min(), known().max()) else { return Ok(self.always_fails()) };
        let numbers: Vec<i64> =
            indices.iter().map(|index| if *index == NONE { 0 } else { index - least + 1 }).collect();
        let counted = self.lookup_number(&numbers, word);
        let none = self.equal(counted, 0);
        self.fault_if(none);
        let arg = self.op(Binary::Add, counted, (least - 1) as u64);
        Ok(Value::Number(Number { arg, least, most }))
    }

    /// A name without its indices.
    pub(super) fn text_without_indices(&mut self, id: ExprId) -> Generated<Value> {
        let Some(value) = self.text(id)? else { return Ok(Value::Never) };
        let rules = self.rules;
        let base = |text: TextId| self.id_of(&rules.texts.name(text).base) as u16;
        let unknown = self.unknown_text() as u16;
        let (bases, word): (Vec<u16>, Arg) = match &value {
            Value::Interned(word) => {
                ((0..rules.texts.len()).map(|text| base(TextId::new(text))).chain([unknown]).collect(), *word)
            }
            Value::NameOf(kind, word) => {
                (self.names(*kind).into_iter().map(|text| text.map_or(unknown, base)).collect(), *word)
            }
            _ => return Ok(Value::Never),
        };
        // A text that is not interned may have an interned base.
        if matches!(value, Value::Interned(_)) {
            let is_unknown = self.equal(word, u64::from(unknown));
            self.fault_if(is_unknown);
        }
        Ok(Value::Interned(self.lookup(&bases, word)))
    }
}

/// A part of a text to match: a known text, or the decimal form of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(String),
    Number,
}

fn joined_literals(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (joined.last_mut(), piece) {
            (Some(Piece::Literal(before)), Piece::Literal(text)) => before.push_str(&text),
            (_, piece) => joined.push(piece),
        }
    }
    joined
}

/// `true` if each text has at most one way to be read: no number is followed by a digit.
fn is_unambiguous(pieces: &[Piece]) -> bool {
    pieces.windows(2).all(|pair| match pair {
        [Piece::Number, Piece::Number] => false,
        [Piece::Number, Piece::Literal(text)] => !text.starts_with(|c: char| c.is_ascii_digit()),
        _ => true,
    })
}

/// The numbers with which a text is one of these pieces.
fn numbers_of(pieces: &[Piece], text: &str) -> Option<Vec<i64>> {
    let mut rest = text;
    let mut numbers = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Literal(literal) => rest = rest.strip_prefix(literal.as_str())?,
            Piece::Number => {
                let digits = rest.strip_prefix('-').unwrap_or(rest);
                let sign = rest.len() - digits.len();
                let length = sign + digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
                let number: i32 = rest[..length].parse().ok()?;
                if number.to_string() != rest[..length] {
                    return None;
                }
                numbers.push(i64::from(number));
                rest = &rest[length..];
            }
        }
    }
    rest.is_empty().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (index, literal) in text.split('#').enumerate() {
            if index > 0 {
                pieces.push(Piece::Number);
            }
            if !literal.is_empty() {
                pieces.push(Piece::Literal(literal.to_owned()));
            }
        }
        pieces
    }

    #[test]
    fn texts_are_matched_by_the_decimal_form_of_their_numbers() {
        assert_eq!(numbers_of(&pieces("p(#,#)"), "p(3,-12)"), Some(vec![3, -12]));
        for other in ["p(3, 1)", "p(03,1)", "p(+3,1)", "p(-0,1)", "p(3,1))", "q(3,1)", "p(,1)", "p(3,99999999999)"] {
            assert_eq!(numbers_of(&pieces("p(#,#)"), other), None, "{other}");
        }
        assert_eq!(numbers_of(&pieces("#"), "7"), Some(vec![7]));
    }

    #[test]
    fn a_number_before_a_digit_is_ambiguous() {
        assert!(is_unambiguous(&pieces("p(#,#)")) && !is_unambiguous(&pieces("a##")) && !is_unambiguous(&pieces("#1")));
    }
}
