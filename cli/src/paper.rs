//! Pages that are printed true to scale: drawings in mm around the middle of the page, as SVG or PDF.

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;

use boardwright_shelf::files;
use boardwright_vision::find::markers::Placed;
use svg2pdf::{ConversionOptions, PageOptions};
use usvg::{Options, Tree, WriteOptions};

use crate::failure::Failure;

/// A sheet of paper, in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// Most printers leave no more than this blank, in mm on each side.
const BLANK: f64 = 5.0;

impl Paper {
    pub const A4: Self = Self { width: 210.0, height: 297.0 };
    pub const A3: Self = Self { width: 297.0, height: 420.0 };

    fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// The paper upright or across, if a drawing of this size has room on it.
    pub fn with(self, width: f64, height: f64) -> Option<Self> {
        let fits = |paper: &Self| width + 2.0 * BLANK <= paper.width && height + 2.0 * BLANK <= paper.height;
        [self, self.turned()].into_iter().find(fits)
    }
}

impl std::fmt::Display for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match [("A4", Self::A4), ("A3", Self::A3)].iter().find(|(_, known)| *known == *self || known.turned() == *self)
        {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{} x {} mm", self.width, self.height),
        }
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no paper: a4, a3, or its width and height in mm, as in 594x841");
        match text.to_lowercase().as_str() {
            "a4" => Ok(Self::A4),
            "a3" => Ok(Self::A3),
            other => {
                let (width, height) = other.split_once('x').ok_or_else(wrong)?;
                let side = |side: &str| side.trim().parse().ok().filter(|side| (20.0..=5000.0).contains(side));
                Ok(Self { width: side(width).ok_or_else(wrong)?, height: side(height).ok_or_else(wrong)? })
            }
        }
    }
}

/// A page with shapes on it, as SVG; `shapes` are in mm, x to the right and y down from the middle.
pub fn page(paper: Paper, title: &str, shapes: &str) -> String {
    let Paper { width, height } = paper;
    let (left, top) = (-width / 2.0, -height / 2.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"{left} {top} {width} {height}\">\n<title>{title}</title>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{shapes}</svg>\n"
    )
}

/// A marker, black on what lies under it.
pub fn marker(placed: &Placed) -> String {
    let way = |corners: &[[f64; 2]; 4]| {
        let [first, rest @ ..] = corners.map(|[u, v]| format!("{u:.3} {:.3}", -v));
        format!("M{first}L{}Z", rest.join("L"))
    };
    let white: String = placed.white().iter().map(way).collect();
    format!("<path d=\"{}\" fill=\"#000\"/>\n<path d=\"{white}\" fill=\"#fff\"/>\n", way(&placed.corners))
}

/// A line of so many mm around a point, and what it is for.
pub fn ruler([x, y]: [f64; 2], length: f64) -> String {
    let (left, right) = (x - length / 2.0, x + length / 2.0);
    let mut shapes = String::new();
    for (x1, y1, x2, y2) in [(left, y, right, y), (left, y - 1.5, left, y + 1.5), (right, y - 1.5, right, y + 1.5)] {
        let _ = writeln!(shapes, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#777\" stroke-width=\"0.2\"/>");
    }
    shapes + &words([x, y + 5.0], &format!("{length} mm if printed at 100 %"))
}

/// A line of small letters around a point.
pub fn words([x, y]: [f64; 2], text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"3\" text-anchor=\"middle\" fill=\"#555\">{text}</text>\n"
    )
}

/// Writes a page to a file, as its ending says.
pub fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    match ending(path)?.as_str() {
        "pdf" => files::write(path, &pdf(svg)?)?,
        _ => files::write(path, svg.as_bytes())?,
    }
    Ok(())
}

/// Whether a page can be written to a file of this name.
pub fn ending(path: &Path) -> Result<String, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    if ["pdf", "svg"].contains(&ending.as_str()) {
        return Ok(ending);
    }
    let (name, pdf) = (path.display(), path.with_extension("pdf"));
    Err(Failure::Usage(format!("pages are PDF or SVG, so they cannot be written to {name}: call it {}", pdf.display())))
}

fn pdf(svg: &str) -> Result<Vec<u8>, Failure> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let failed = |error: &dyn std::fmt::Display| Failure::Input(format!("the page cannot be made a PDF: {error}"));
    let read = |svg: &str| Tree::from_str(svg, &options).map_err(|error| failed(&error));
    // Letters as outlines look the same everywhere.
    let tree = read(&read(svg)?.to_string(&WriteOptions::default()))?;
    // An mm of the page is one on paper.
    let page = PageOptions { dpi: options.dpi };
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_is_turned_where_that_helps() {
        assert_eq!(Paper::A4.with(190.0, 280.0), Some(Paper::A4));
        assert_eq!(Paper::A4.with(280.0, 190.0), Some(Paper { width: 297.0, height: 210.0 }));
        assert_eq!(Paper::A4.with(210.0, 210.0), None);
        assert_eq!((Paper::A4.turned().to_string(), Paper::A3.to_string()), ("A4".to_owned(), "A3".to_owned()));
    }

    #[test]
    fn paper_is_named_or_measured() {
        assert_eq!("A3".parse(), Ok(Paper::A3));
        assert_eq!("594x841".parse(), Ok(Paper { width: 594.0, height: 841.0 }));
        for wrong in ["a5", "10x10", "200", "200xtall", "NaNx200"] {
            assert!(wrong.parse::<Paper>().is_err_and(|error| error.contains(wrong)), "{wrong}");
        }
    }

    #[test]
    fn a_page_is_as_large_on_paper_as_it_says() {
        let svg =
            page(Paper::A4, "a page", &(marker(&Placed::upright(3, [0.0, 0.0], 24.0)) + &ruler([0.0, 40.0], 50.0)));
        let pdf = pdf(&svg).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        // In points of 1/72 inch: 210 mm x 297 mm.
        let (_, sides) = text.split_once("/MediaBox [").expect("a page has a size");
        let sides: Vec<f64> =
            sides.split(']').next().unwrap().split_whitespace().map(|side| side.parse().unwrap()).collect();
        assert!((sides[2] - 595.28).abs() < 0.05 && (sides[3] - 841.89).abs() < 0.05, "{sides:?}");
    }
}
