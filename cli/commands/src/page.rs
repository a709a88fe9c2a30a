//! Pages printed true to scale: drawings in mm relative to the centre of the page, as SVG or PDF.

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;

use boardwright_library::files;
use boardwright_vision::find::markers::{BoardExtent, MarkerSize, PlacedMarker};
use svg2pdf::{ConversionOptions, PageOptions};
use usvg::{Options, Tree, WriteOptions};

use crate::failure::Failure;

/// Paper size in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Horizontal size.
    pub width: f64,
    /// Vertical size.
    pub height: f64,
}

/// Unprintable margin of most printers, in mm on each side.
pub const PRINTER_MARGIN: f64 = 5.0;

impl Paper {
    pub const A4: Self = Self { width: 210.0, height: 297.0 };
    pub const A3: Self = Self { width: 297.0, height: 420.0 };

    fn rotated(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// The paper in portrait or landscape orientation, if a drawing of this size fits on it.
    pub fn oriented_for(self, width: f64, height: f64) -> Option<Self> {
        let fits =
            |paper: &Self| width + 2.0 * PRINTER_MARGIN <= paper.width && height + 2.0 * PRINTER_MARGIN <= paper.height;
        [self, self.rotated()].into_iter().find(fits)
    }

    /// `true` if a board and its markers fit on the paper.
    pub fn fits(self, board: BoardExtent) -> bool {
        let outer = board.with_markers(MarkerSize::default());
        self.oriented_for(outer.width, outer.height).is_some()
    }

    /// The largest pitch in whole millimetres, which the markers can tell, up to `most`, with which a board and its markers fit
    /// on the paper. The board has the extent `board` at the pitch `pitch`.
    pub fn largest_pitch(self, board: BoardExtent, pitch: f64, most: f64) -> Option<f64> {
        let fits = |other: &f64| {
            let scale = other / pitch;
            self.fits(BoardExtent { width: board.width * scale, height: board.height * scale })
        };
        (2..=most as i32).rev().map(f64::from).find(fits)
    }
}

impl std::fmt::Display for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match [("A4", Self::A4), ("A3", Self::A3)].iter().find(|(_, paper)| *paper == *self || paper.rotated() == *self)
        {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{} x {} mm", self.width, self.height),
        }
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse_error =
            || format!("\"{text}\" is not a paper size: write a4, a3, or width and height in mm, as in 594x841");
        match text.to_lowercase().as_str() {
            "a4" => Ok(Self::A4),
            "a3" => Ok(Self::A3),
            other => {
                let (width, height) = other.split_once('x').ok_or_else(parse_error)?;
                let side = |side: &str| side.trim().parse().ok().filter(|side| (20.0..=5000.0).contains(side));
                Ok(Self { width: side(width).ok_or_else(parse_error)?, height: side(height).ok_or_else(parse_error)? })
            }
        }
    }
}

/// A page with shapes as SVG; `shapes` are in mm, with x to the right and y down from the centre.
pub fn page(paper: Paper, title: &str, shapes: &str) -> String {
    let Paper { width, height } = paper;
    let (left, top) = (-width / 2.0, -height / 2.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"{left} {top} {width} {height}\">\n<title>{title}</title>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n{shapes}</svg>\n"
    )
}

/// Black marker with its white modules, as SVG.
pub fn marker(placed: &PlacedMarker) -> String {
    let path = |corners: &[[f64; 2]; 4]| {
        let [first, rest @ ..] = corners.map(|[u, v]| format!("{u:.3} {:.3}", -v));
        format!("M{first}L{}Z", rest.join("L"))
    };
    let white: String = placed.white_modules().iter().map(path).collect();
    format!("<path d=\"{}\" fill=\"#000\"/>\n<path d=\"{white}\" fill=\"#fff\"/>\n", path(&placed.corners))
}

/// Ruler of the given length in mm around a point, with a caption.
pub fn ruler([x, y]: [f64; 2], length: f64) -> String {
    let (left, right) = (x - length / 2.0, x + length / 2.0);
    let mut shapes = String::new();
    for (x1, y1, x2, y2) in [(left, y, right, y), (left, y - 1.5, left, y + 1.5), (right, y - 1.5, right, y + 1.5)] {
        let _ = writeln!(shapes, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#777\" stroke-width=\"0.2\"/>");
    }
    shapes + &caption([x, y + 5.0], &format!("{length} mm if printed at 100 %"))
}

/// Line of small text centred at a point.
pub fn caption([x, y]: [f64; 2], text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"3\" text-anchor=\"middle\" fill=\"#555\">{text}</text>\n"
    )
}

/// Writes a page to a file in the format of its extension.
pub fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    match file_extension(path)?.as_str() {
        "pdf" => files::write(path, &pdf(svg)?)?,
        _ => files::write(path, svg.as_bytes())?,
    }
    Ok(())
}

/// Returns the file extension in lower case; an error if it is neither PDF nor SVG.
pub fn file_extension(path: &Path) -> Result<String, Failure> {
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
    let failure = |error: &dyn std::fmt::Display| Failure::Input(format!("the page cannot be made a PDF: {error}"));
    let read = |svg: &str| Tree::from_str(svg, &options).map_err(|error| failure(&error));
    // Text as outlines looks the same on every system.
    let tree = read(&read(svg)?.to_string(&WriteOptions::default()))?;
    // Keeps 1 mm of the page as 1 mm on paper.
    let page = PageOptions { dpi: options.dpi };
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(|error| failure(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_is_turned_where_that_helps() {
        assert_eq!(Paper::A4.oriented_for(190.0, 280.0), Some(Paper::A4));
        assert_eq!(Paper::A4.oriented_for(280.0, 190.0), Some(Paper { width: 297.0, height: 210.0 }));
        assert_eq!(Paper::A4.oriented_for(210.0, 210.0), None);
        assert_eq!((Paper::A4.rotated().to_string(), Paper::A3.to_string()), ("A4".to_owned(), "A3".to_owned()));
    }

    #[test]
    fn the_largest_pitch_leaves_room_for_markers() {
        // 200 x 287 mm, of which markers take 64 mm on each axis.
        let board = BoardExtent { width: 80.0, height: 80.0 };
        assert_eq!(Paper::A4.largest_pitch(board, 10.0, 32.0), Some(17.0));
        assert_eq!(Paper::A4.largest_pitch(board, 10.0, 12.0), Some(12.0));
        let wide = BoardExtent { width: 200.0, height: 100.0 };
        assert_eq!(Paper::A4.largest_pitch(wide, 10.0, 32.0), Some(11.0));
        assert_eq!(Paper { width: 70.0, height: 70.0 }.largest_pitch(board, 10.0, 32.0), None);
    }

    #[test]
    fn paper_is_named_or_measured() {
        assert_eq!("A3".parse(), Ok(Paper::A3));
        assert_eq!("594x841".parse(), Ok(Paper { width: 594.0, height: 841.0 }));
        for parse_error in ["a5", "10x10", "200", "200xtall", "NaNx200"] {
            assert!(parse_error.parse::<Paper>().is_err_and(|error| error.contains(parse_error)), "{parse_error}");
        }
    }

    #[test]
    fn a_page_is_as_large_on_paper_as_it_says() {
        let svg = page(
            Paper::A4,
            "a page",
            &(marker(&PlacedMarker::upright(3, [0.0, 0.0], 24.0)) + &ruler([0.0, 40.0], 50.0)),
        );
        let pdf = pdf(&svg).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        // In points of 1/72 inch: 210 mm x 297 mm.
        let (_, sides) = text.split_once("/MediaBox [").expect("a page has a size");
        let sides: Vec<f64> =
            sides.split(']').next().unwrap().split_whitespace().map(|side| side.parse().unwrap()).collect();
        assert!((sides[2] - 595.28).abs() < 0.05 && (sides[3] - 841.89).abs() < 0.05, "{sides:?}");
    }
}
