//! Parsers for the values of keys that are not expressions: numbers, points, shapes, servo angles and names.
//! They are as lenient as the original edition 2013; errors state the expected format.

use boardwright_rules::Shape;
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

/// Advice for a comment that is not on a line of its own.
pub(super) const COMMENT_HELP: &str = "a comment is a line of its own that begins with `//`";

/// Result of parsing a value. The diagnostic is boxed because it is large.
pub(super) type ValueResult<T> = Result<T, Box<Diagnostic>>;

fn wrong_value_error(value: Line<'_>, code: &'static str, key: &str, expected: &str) -> Diagnostic {
    let message = match too_large_number(value.text) {
        Some(number) => format!("the number {} is too large: numbers are at most {}", shorten(number), i32::MAX),
        None => format!("`{key}` must be {expected}, not \"{}\"", shorten(value.text)),
    };
    let diagnostic = Diagnostic::error(code, value.span(), message).label(format!("expected {expected}"));
    diagnostic.maybe_help(value.text.contains("//").then(|| COMMENT_HELP.to_owned()))
}

/// The first number in a text that does not fit.
fn too_large_number(text: &str) -> Option<&str> {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').map(|number| number.trim_end_matches('-'));
    numbers.filter(|number| number.len() >= i32::MAX.to_string().len()).find(|number| number.parse::<i32>().is_err())
}

/// Parses a whole number without blanks.
pub(super) fn parse_int(key: &str, value: Line<'_>) -> ValueResult<i32> {
    value.text.parse().map_err(|_| Box::new(bad_int_error(key, value)))
}

fn bad_int_error(key: &str, value: Line<'_>) -> Diagnostic {
    let diagnostic = wrong_value_error(value, "bad-number", key, "a whole number");
    let digits = value.text.trim_start_matches(['-', '+']);
    if value.text.trim().parse::<i32>().is_ok() {
        diagnostic.help(format!("write `{key}={}`, without blanks", value.text.trim()))
    } else if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        diagnostic.help("whole numbers go from -2147483648 to 2147483647")
    } else {
        diagnostic
    }
}

/// Parses a whole number and keeps its span.
pub(super) fn parse_spanned_int(field: &Field<'_>) -> ValueResult<Spanned<i32>> {
    Ok(Spanned::new(parse_int(field.written_key, field.value)?, field.value.span()))
}

/// Parses a number with or without decimals.
pub(super) fn parse_real(field: &Field<'_>) -> ValueResult<f64> {
    parse_real_text(field.value.text)
        .ok_or_else(|| wrong_value_error(field.value, "bad-number", field.written_key, "a number").into())
}

fn parse_real_text(text: &str) -> Option<f64> {
    let digits = text.trim().trim_end_matches(['f', 'F', 'd', 'D']);
    digits.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Parses comma-separated parts and trims them.
fn parts(input: &str) -> IResult<&str, Vec<&str>> {
    separated_list1(char(','), take_till(|c| c == ',').map(str::trim)).parse(input)
}

/// Parses comma-separated parts in brackets; text after the closing bracket is ignored.
fn bracketed(input: &str) -> IResult<&str, Vec<&str>> {
    let list = separated_list1(char(','), take_till(|c| c == ',' || c == ')').map(str::trim));
    delimited(char('('), list, char(')')).parse(input)
}

/// Parses two whole numbers. Further numbers are ignored with a warning.
pub(super) fn parse_point(field: &Field<'_>, findings: &mut Findings) -> ValueResult<(i32, i32)> {
    let numbers = all_consuming(parts)
        .parse(field.value.text)
        .ok()
        .and_then(|(_, parts)| parts.into_iter().map(|part| part.parse().ok()).collect::<Option<Vec<i32>>>());
    match numbers.as_deref() {
        Some([x, y]) => Ok((*x, *y)),
        Some([x, y, ..]) => {
            let message = format!("`{}` takes two numbers; the others have no effect", field.written_key);
            findings.add(Diagnostic::warning("extra-numbers", field.value.span(), message));
            Ok((*x, *y))
        }
        _ => Err(wrong_value_error(field.value, "bad-point", field.written_key, "two whole numbers `x,y`").into()),
    }
}

/// Parses `circle(r)` or `rectangular(w,h)`. Any other word yields no shape and a warning.
pub(super) fn parse_shape(field: &Field<'_>, findings: &mut Findings) -> ValueResult<Option<Shape>> {
    let wrong = || {
        let expected = "`circle(radius)` or `rectangular(width,height)` with whole numbers";
        Box::new(wrong_value_error(field.value, "bad-shape", "shape", expected))
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

/// Parses ten servo angles.
pub(super) fn parse_angles(field: &Field<'_>) -> ValueResult<[f64; 10]> {
    let parts: Vec<_> = field.value.text.split(',').collect();
    let expected = "10 numbers: base, wrist, elbow, shoulder and hand above the place, then the same five at the place";
    let count = parts.len();
    let numbers: Option<Vec<f64>> = parts.into_iter().map(parse_real_text).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
        let diagnostic = Diagnostic::error("bad-robot", field.value.span(), format!("`robot` must be {expected}"));
        let label = if count == 10 { "one of these is no number".to_owned() } else { format!("here are {count}") };
        diagnostic.label(label).into()
    })
}

/// Parses the name of a location or element. Any text is allowed, but indices after a `(` must be whole numbers.
pub(super) fn parse_indexed_name(value: Line<'_>, findings: &mut Findings) -> ValueResult<Name> {
    let name = parse_name(value)?;
    if !has_valid_indices(value.text) {
        let message = match too_large_number(value.text) {
            Some(number) => format!("the index {} is too large: numbers are at most {}", shorten(number), i32::MAX),
            None => format!("bad name \"{}\"", shorten(&name.value)),
        };
        return Err(Diagnostic::error("bad-name", name.span, message)
            .label("expected whole numbers in brackets after the first `(`, such as `b(1)` or `b(1,2)`")
            .into());
    }
    if value.text.contains('(') && !value.text.ends_with(')') {
        let message = "a name with indices must end with `)`; the last character of this one is treated as `)`";
        findings.add(Diagnostic::warning("name-bracket", name.span, message));
    }
    if value.text.contains([' ', '\t']) {
        findings.add(
            Diagnostic::warning(
                "blank-in-name",
                name.span,
                format!("the name \"{}\" has a blank in it", shorten(value.text)),
            )
            .label("no expression or pattern can name it: blanks are removed from them")
            .help(format!("call it \"{}\"", shorten(&value.text.replace([' ', '\t'], "")))),
        );
    }
    Ok(name)
}

/// `true` if the indices are whole numbers. The last character counts as the closing bracket, whatever it is.
fn has_valid_indices(text: &str) -> bool {
    let Some((_, inner)) = text.split_once('(') else { return true };
    let mut inner = inner.chars();
    inner.next_back();
    inner.as_str().split(',').all(|part| part.trim().parse::<i32>().is_ok())
}

/// Parses a name that is not empty.
pub(super) fn parse_name(value: Line<'_>) -> ValueResult<Name> {
    if value.text.trim().is_empty() {
        return Err(Diagnostic::error("bad-name", value.span(), "the name is empty").label("expected a name").into());
    }
    Ok(Spanned::new(value.text.to_owned(), value.span()))
}
