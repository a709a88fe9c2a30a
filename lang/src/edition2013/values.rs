//! The values of keys that are not expressions: numbers, points, shapes, angles and names.
//! Each is read as leniently as the 2013 edition does, and says what it expected otherwise.

use boardwright_engine::rules::Shape;
use nom::bytes::complete::take_till;
use nom::character::complete::char;
use nom::combinator::all_consuming;
use nom::multi::separated_list1;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use super::ast::{Name, Spanned};
use super::entries::Field;
use super::lines::Line;
use crate::diagnostic::{Diagnostic, Findings};
use crate::suggest::did_you_mean;
use crate::suggest::shorten;

/// What to say of a comment behind something.
pub(super) const COMMENT: &str = "a comment is a line of its own that begins with `//`";

/// What a value is, or why it is not; diagnostics are large.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

fn wrong(value: Line<'_>, code: &'static str, key: &str, expected: &str) -> Diagnostic {
    let message = format!("`{key}` must be {expected}, not \"{}\"", shorten(value.text));
    let diagnostic = Diagnostic::error(code, value.span(), message).label(format!("expected {expected}"));
    diagnostic.maybe_help(value.text.contains("//").then(|| COMMENT.to_owned()))
}

/// A whole number without blanks.
pub(super) fn int(key: &str, value: Line<'_>) -> Read<i32> {
    value.text.parse().map_err(|_| Box::new(no_int(key, value)))
}

fn no_int(key: &str, value: Line<'_>) -> Diagnostic {
    let diagnostic = wrong(value, "bad-number", key, "a whole number");
    let digits = value.text.trim_start_matches(['-', '+']);
    if value.text.trim().parse::<i32>().is_ok() {
        diagnostic.help(format!("write `{key}={}`, without blanks", value.text.trim()))
    } else if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        diagnostic.help("whole numbers go from -2147483648 to 2147483647")
    } else {
        diagnostic
    }
}

/// A whole number with its place.
pub(super) fn int_at(field: &Field<'_>) -> Read<Spanned<i32>> {
    Ok(Spanned::new(int(field.written, field.value)?, field.value.span()))
}

/// A number with or without decimals.
pub(super) fn real(field: &Field<'_>) -> Read<f64> {
    parse_real(field.value.text).ok_or_else(|| wrong(field.value, "bad-number", field.written, "a number").into())
}

fn parse_real(text: &str) -> Option<f64> {
    let digits = text.trim().trim_end_matches(['f', 'F', 'd', 'D']);
    digits.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Parts between commas, blanks around them left out.
fn parts(input: &str) -> IResult<&str, Vec<&str>> {
    separated_list1(char(','), take_till(|c| c == ',').map(str::trim)).parse(input)
}

/// Parts between brackets; what comes after them does not matter.
fn bracketed(input: &str) -> IResult<&str, Vec<&str>> {
    let list = separated_list1(char(','), take_till(|c| c == ',' || c == ')').map(str::trim));
    delimited(char('('), list, char(')')).parse(input)
}

/// Two whole numbers; more are passed over with a warning.
pub(super) fn point(field: &Field<'_>, findings: &mut Findings) -> Read<(i32, i32)> {
    let numbers = all_consuming(parts)
        .parse(field.value.text)
        .ok()
        .and_then(|(_, parts)| parts.into_iter().map(|part| part.parse().ok()).collect::<Option<Vec<i32>>>());
    match numbers.as_deref() {
        Some([x, y]) => Ok((*x, *y)),
        Some([x, y, ..]) => {
            let message = format!("`{}` takes two numbers; the others have no effect", field.written);
            findings.add(Diagnostic::warning("extra-numbers", field.value.span(), message));
            Ok((*x, *y))
        }
        _ => Err(wrong(field.value, "bad-point", field.written, "two whole numbers `x,y`").into()),
    }
}

/// `circle(r)` or `rectangular(w,h)`; another word is no shape, with a warning.
pub(super) fn shape(field: &Field<'_>, findings: &mut Findings) -> Read<Option<Shape>> {
    let wrong = || {
        let expected = "`circle(radius)` or `rectangular(width,height)` with whole numbers";
        Box::new(wrong(field.value, "bad-shape", "shape", expected))
    };
    let (word, numbers) = field.value.text.split_at(field.value.text.find('(').unwrap_or(field.value.text.len()));
    let needed = match word.trim() {
        "circle" => 1,
        "rectangular" => 2,
        other => {
            let hint = did_you_mean(other, ["circle", "rectangular"]);
            findings.add(
                Diagnostic::warning(
                    "unknown-shape",
                    field.value.span(),
                    format!("unknown shape \"{}\"{hint}", shorten(other)),
                )
                .label("locations of this type have no shape")
                .help("the shapes are `circle(radius)` and `rectangular(width,height)`"),
            );
            return Ok(None);
        }
    };
    let Ok((_, numbers)) = bracketed(numbers) else { return Err(wrong()) };
    let Some(list) = numbers.iter().take(needed).map(|part| part.parse().ok()).collect::<Option<Vec<i32>>>() else {
        return Err(wrong());
    };
    match list[..] {
        [radius] if needed == 1 => Ok(Some(Shape::Circle { radius })),
        [width, height] => Ok(Some(Shape::Rectangle { width, height })),
        _ => Err(wrong()),
    }
}

/// Ten servo angles.
pub(super) fn angles(field: &Field<'_>) -> Read<[f64; 10]> {
    let parts: Vec<_> = field.value.text.split(',').collect();
    let expected = "10 numbers: base, wrist, elbow, shoulder and hand above the place, then the same five at the place";
    let count = parts.len();
    let numbers: Option<Vec<f64>> = parts.into_iter().map(parse_real).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
        let diagnostic = Diagnostic::error("bad-robot", field.value.span(), format!("`robot` must be {expected}"));
        let label = if count == 10 { "one of these is no number".to_owned() } else { format!("here are {count}") };
        diagnostic.label(label).into()
    })
}

/// The name of a location or an element: any text, but what follows a `(` must be whole numbers.
pub(super) fn indexed_name(value: Line<'_>, findings: &mut Findings) -> Read<Name> {
    let name = plain_name(value)?;
    if !good_indices(value.text) {
        return Err(Diagnostic::error("bad-name", name.span, format!("bad name \"{}\"", shorten(&name.value)))
            .label("expected whole numbers in brackets after the first `(`, such as `b(1)` or `b(1,2)`")
            .into());
    }
    if value.text.contains('(') && !value.text.ends_with(')') {
        let message = "a name with indices ends with `)`; the last character of this one is taken for it";
        findings.add(Diagnostic::warning("name-bracket", name.span, message));
    }
    if value.text.contains([' ', '\t']) {
        findings.add(
            Diagnostic::warning(
                "blank-in-name",
                name.span,
                format!("the name \"{}\" has a blank in it", shorten(value.text)),
            )
            .label("no expression or pattern can name it: blanks vanish from these")
            .help(format!("call it \"{}\"", shorten(&value.text.replace([' ', '\t'], "")))),
        );
    }
    Ok(name)
}

/// The last character is taken for the closing bracket, whatever it is.
fn good_indices(text: &str) -> bool {
    let Some((_, inner)) = text.split_once('(') else { return true };
    let mut inner = inner.chars();
    inner.next_back();
    inner.as_str().split(',').all(|part| part.trim().parse::<i32>().is_ok())
}

/// A name that is not empty.
pub(super) fn plain_name(value: Line<'_>) -> Read<Name> {
    if value.text.trim().is_empty() {
        return Err(Diagnostic::error("bad-name", value.span(), "the name is empty").label("expected a name").into());
    }
    Ok(Spanned::new(value.text.to_owned(), value.span()))
}
