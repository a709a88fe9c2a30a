//! A scene as SVG: one file without scripts, fonts or anything from elsewhere.
//! What is painted and where was settled before.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::base64::encoded;
use crate::ink::Ink;
use crate::path::{Outline, Point, Step};
use crate::picture::{Pictures, is_png};
use crate::scene::{Item, Scene, Shape, Stroke};

/// Why writing to a text cannot fail.
const WRITES: &str = "a text takes all that is written to it";

/// The scene as a picture that stands alone. Pictures that it names are put into it; those that are missing are left out.
/// Things of the game have their names as titles, which viewers show where a pointer rests.
pub fn svg(scene: &Scene, title: &str, pictures: &dyn Pictures) -> String {
    let area = &scene.area;
    let (left, top) = (number(area.left), number(area.top));
    let (width, height) = (number(area.width()), number(area.height()));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{left} {top} {width} {height}\">\n"
    );
    if !title.is_empty() {
        writeln!(text, "<title>{}</title>", escaped(title)).expect(WRITES);
    }
    let known = embedded(scene, pictures, &mut text);
    let ground = paint("fill", Some(scene.ground));
    writeln!(text, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"{ground}/>").expect(WRITES);
    for item in &scene.items {
        write_item(item, &known, &mut text);
    }
    text.push_str("</svg>\n");
    text
}

/// Puts every picture of the scene into the file once, as an image to be used by its number.
fn embedded<'a>(scene: &'a Scene, pictures: &dyn Pictures, text: &mut String) -> BTreeMap<&'a str, usize> {
    let mut known = BTreeMap::new();
    let shapes = scene.items.iter().flat_map(|item| &item.shapes);
    for shape in shapes {
        let Shape::Picture { file, area } = shape else { continue };
        if known.contains_key(file.as_str()) {
            continue;
        }
        let Some(bytes) = pictures.bytes(file) else { continue };
        let kind = if is_png(&bytes) { "png" } else { "svg+xml" };
        let (number, width, height) = (known.len(), number(area.width()), number(area.height()));
        let data = encoded(&bytes);
        let head = if known.is_empty() { "<defs>\n" } else { "" };
        writeln!(
            text,
            "{head}<image id=\"picture{number}\" width=\"{width}\" height=\"{height}\" href=\"data:image/{kind};base64,{data}\"/>"
        )
        .expect(WRITES);
        known.insert(file.as_str(), number);
    }
    if !known.is_empty() {
        text.push_str("</defs>\n");
    }
    known
}

fn write_item(item: &Item, pictures: &BTreeMap<&str, usize>, text: &mut String) {
    text.push_str("<g>");
    if !item.name.is_empty() {
        write!(text, "<title>{}</title>", escaped(&item.name)).expect(WRITES);
    }
    for shape in &item.shapes {
        write_shape(shape, pictures, text).expect(WRITES);
    }
    text.push_str("</g>\n");
}

fn write_shape(shape: &Shape, pictures: &BTreeMap<&str, usize>, text: &mut String) -> std::fmt::Result {
    match shape {
        Shape::Circle { centre, radius, fill, stroke } => {
            let (x, y, radius) = (number(centre.x), number(centre.y), number(*radius));
            write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}{}/>", paint("fill", *fill), line(*stroke))
        }
        Shape::Rectangle { area, round, fill, stroke } => {
            let (x, y) = (number(area.left), number(area.top));
            let (width, height) = (number(area.width()), number(area.height()));
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            let paints = format!("{}{}", paint("fill", *fill), line(*stroke));
            write!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}{paints}/>")
        }
        Shape::Outline { outline, fill, stroke } => {
            write!(text, "<path d=\"{}\"{}{}/>", way(outline), paint("fill", *fill), line(*stroke))
        }
        Shape::Text { centre, size, text: letters, fill } => {
            // Capitals and figures are about 0.7 of a font high, and stand on the line.
            let (x, y) = (number(centre.x), number(centre.y + 0.35 * size));
            write!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"{}\" text-anchor=\"middle\"{}>{}</text>",
                number(*size),
                paint("fill", Some(*fill)),
                escaped(letters)
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

/// The way of a pen, as paths are written.
fn way(outline: &Outline) -> String {
    let pair = |point: Point| format!("{} {}", number(point.x), number(point.y));
    let step = |step: &Step| match *step {
        Step::Move(end) => format!("M{}", pair(end)),
        Step::Line(end) => format!("L{}", pair(end)),
        Step::Curve(first, second, end) => format!("C{} {} {}", pair(first), pair(second), pair(end)),
        Step::Close => "Z".to_owned(),
    };
    outline.0.iter().map(step).collect()
}

/// The attributes of a fill or the colour of a stroke.
fn paint(what: &str, ink: Option<Ink>) -> String {
    let Some(Ink { colour, opacity }) = ink else { return format!(" {what}=\"none\"") };
    let mut text = format!(" {what}=\"#{:02x}{:02x}{:02x}\"", colour.0, colour.1, colour.2);
    if opacity < 1.0 {
        write!(text, " {what}-opacity=\"{}\"", number(opacity)).expect(WRITES);
    }
    text
}

/// The attributes of a stroke; none if there is none.
fn line(stroke: Option<Stroke>) -> String {
    let Some(stroke) = stroke else { return String::new() };
    let width = number(stroke.width);
    let colour = paint("stroke", Some(stroke.ink));
    format!("{colour} stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
}

/// A number with at most two digits behind the point.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text between tags. What XML has no way to write is left out.
fn escaped(text: &str) -> String {
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
        assert_eq!(escaped("a<b>&\"c\"\u{0}\u{ffff}\n"), "a&lt;b&gt;&amp;\"c\" ");
    }
}
