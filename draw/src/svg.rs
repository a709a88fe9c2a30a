//! SVG output: a scene as one self-contained file without scripts, fonts or external references.
//! Layout is done before; this module only serialises.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::base64::encode;
use crate::ink::Ink;
use crate::path::{Outline, PenCommand, Point};
use crate::picture::{Pictures, is_png};
use crate::scene::{Item, Scene, Shape, Stroke};

/// Expectation message: writing to a `String` does not fail.
const WRITE_CANNOT_FAIL: &str = "writing to a string does not fail";

/// Returns a scene as a self-contained SVG file. Pictures are embedded; missing pictures are left out.
/// Items carry their names as `<title>` elements, which viewers show as tooltips.
pub fn svg(scene: &Scene, title: &str, pictures: &dyn Pictures) -> String {
    let area = &scene.area;
    let (left, top) = (number(area.left), number(area.top));
    let (width, height) = (number(area.width()), number(area.height()));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{left} {top} {width} {height}\">\n"
    );
    if !title.is_empty() {
        writeln!(text, "<title>{}</title>", escape(title)).expect(WRITE_CANNOT_FAIL);
    }
    let image_numbers = write_images(scene, pictures, &mut text);
    let ground = paint_attributes("fill", Some(scene.ground));
    writeln!(text, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"{ground}/>")
        .expect(WRITE_CANNOT_FAIL);
    for item in &scene.items {
        write_item(item, &image_numbers, &mut text);
    }
    text.push_str("</svg>\n");
    text
}

/// Embeds every picture of the scene once, as an image definition with a number; returns the numbers by file name.
fn write_images<'a>(scene: &'a Scene, pictures: &dyn Pictures, text: &mut String) -> BTreeMap<&'a str, usize> {
    let mut image_numbers = BTreeMap::new();
    let shapes = scene.items.iter().flat_map(|item| &item.shapes);
    for shape in shapes {
        let Shape::Picture { file, area } = shape else { continue };
        if image_numbers.contains_key(file.as_str()) {
            continue;
        }
        let Some(bytes) = pictures.bytes(file) else { continue };
        let kind = if is_png(&bytes) { "png" } else { "svg+xml" };
        let (number, width, height) = (image_numbers.len(), number(area.width()), number(area.height()));
        let data = encode(&bytes);
        let head = if image_numbers.is_empty() { "<defs>\n" } else { "" };
        writeln!(
            text,
            "{head}<image id=\"picture{number}\" width=\"{width}\" height=\"{height}\" href=\"data:image/{kind};base64,{data}\"/>"
        )
        .expect(WRITE_CANNOT_FAIL);
        image_numbers.insert(file.as_str(), number);
    }
    if !image_numbers.is_empty() {
        text.push_str("</defs>\n");
    }
    image_numbers
}

fn write_item(item: &Item, pictures: &BTreeMap<&str, usize>, text: &mut String) {
    text.push_str("<g>");
    if !item.name.is_empty() {
        write!(text, "<title>{}</title>", escape(&item.name)).expect(WRITE_CANNOT_FAIL);
    }
    for shape in &item.shapes {
        write_shape(shape, pictures, text).expect(WRITE_CANNOT_FAIL);
    }
    text.push_str("</g>\n");
}

fn write_shape(shape: &Shape, pictures: &BTreeMap<&str, usize>, text: &mut String) -> std::fmt::Result {
    match shape {
        Shape::Circle { centre, radius, fill, stroke } => {
            let (x, y, radius) = (number(centre.x), number(centre.y), number(*radius));
            write!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}{}/>",
                paint_attributes("fill", *fill),
                stroke_attributes(*stroke)
            )
        }
        Shape::Rectangle { area, round, fill, stroke } => {
            let (x, y) = (number(area.left), number(area.top));
            let (width, height) = (number(area.width()), number(area.height()));
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            let paints = format!("{}{}", paint_attributes("fill", *fill), stroke_attributes(*stroke));
            write!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{paints}/>")
        }
        Shape::Outline { outline, fill, stroke } => {
            write!(
                text,
                "<path d=\"{}\"{}{}/>",
                path_data(outline),
                paint_attributes("fill", *fill),
                stroke_attributes(*stroke)
            )
        }
        Shape::Text { centre, size, text: letters, fill } => {
            // Capitals and digits are about 0.7 font sizes high and stand on the baseline.
            let (x, y) = (number(centre.x), number(centre.y + 0.35 * size));
            write!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"{}\" text-anchor=\"middle\"{}>{}</text>",
                number(*size),
                paint_attributes("fill", Some(*fill)),
                escape(letters)
            )
        }
        Shape::Picture { file, area } => match pictures.get(file.as_str()) {
            Some(picture) => {
                let (x, y) = (number(area.left), number(area.top));
                write!(text, "<use href=\"#picture{picture}\" x=\"{x}\" y=\"{y}\"/>")
            }
            None => Ok(()),
        },
    }
}

/// Returns the `d` attribute of a path.
fn path_data(outline: &Outline) -> String {
    let pair = |point: Point| format!("{} {}", number(point.x), number(point.y));
    let step = |step: &PenCommand| match *step {
        PenCommand::Move(end) => format!("M{}", pair(end)),
        PenCommand::Line(end) => format!("L{}", pair(end)),
        PenCommand::Curve(first, second, end) => format!("C{} {} {}", pair(first), pair(second), pair(end)),
        PenCommand::Close => "Z".to_owned(),
    };
    outline.0.iter().map(step).collect()
}

/// Returns the attributes of a fill, or of the colour of a stroke.
fn paint_attributes(what: &str, ink: Option<Ink>) -> String {
    let Some(Ink { colour, opacity }) = ink else { return format!(" {what}=\"none\"") };
    let mut text = format!(" {what}=\"#{:02x}{:02x}{:02x}\"", colour.0, colour.1, colour.2);
    if opacity < 1.0 {
        write!(text, " {what}-opacity=\"{}\"", number(opacity)).expect(WRITE_CANNOT_FAIL);
    }
    text
}

/// Returns the attributes of a stroke; empty for `None`.
fn stroke_attributes(stroke: Option<Stroke>) -> String {
    let Some(stroke) = stroke else { return String::new() };
    let width = number(stroke.width);
    let colour = paint_attributes("stroke", Some(stroke.ink));
    format!("{colour} stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
}

/// Formats a number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes a text for XML. Characters that XML cannot represent are dropped.
fn escape(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '\t' | '\n' | '\r' => written.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => written.push(letter),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [(1.0, "1"), (-0.001, "0"), (0.125, "0.12"), (100.0, "100"), (-3.5, "-3.5"), (20.006, "20.01")];
        for (value, text) in numbers {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn letters_of_a_game_cannot_become_tags() {
        assert_eq!(escape("a<b>&\"c\"\u{0}\u{ffff}\n"), "a&lt;b&gt;&amp;\"c\" ");
    }
}
