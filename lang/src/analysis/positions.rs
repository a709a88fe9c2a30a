//! Conversion between byte offsets and the line and character positions of editors (LSP).
//! Lines and characters are counted from 0; characters are UTF-16 code units.

/// Line index of a text.
#[derive(Clone, Debug)]
pub struct Positions<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Positions<'t> {
    /// Builds the index. Lines end with LF, CR or CRLF.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, &byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// Line and character of a byte. A byte inside a character is rounded down; a byte past the end counts as the end.
    pub fn utf16(&self, byte: usize) -> (u32, u32) {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let units = self.text[self.starts[line]..byte].encode_utf16().count();
        (line as u32, units as u32)
    }

    /// Byte offset of a line and character, clamped to the end of the line or the text.
    pub fn byte(&self, line: u32, character: u32) -> usize {
        let Some(start) = self.starts.get(line as usize).copied() else { return self.text.len() };
        let next = self.starts.get(line as usize + 1).copied().unwrap_or(self.text.len());
        let line = self.text[start..next].trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, letter) in line.char_indices() {
            units += letter.len_utf16() as u32;
            if units > character {
                return start + at;
            }
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_units_of_utf_16() {
        let text = "a\r\n𝄞žx\n\rend";
        let positions = Positions::new(text);
        for (part, place) in [("a", (0, 0)), ("𝄞", (1, 0)), ("ž", (1, 2)), ("x", (1, 3)), ("end", (3, 0))] {
            let at = text.find(part).unwrap();
            assert_eq!((positions.utf16(at), positions.byte(place.0, place.1)), (place, at), "{part}");
        }
        assert_eq!(positions.byte(1, 1), text.find('𝄞').unwrap(), "between two halves is before them");
        assert_eq!(positions.byte(1, 99), text.find("\n\r").unwrap());
        assert_eq!(positions.byte(0, 99), 1);
        assert_eq!((positions.byte(9, 0), positions.utf16(99)), (text.len(), (3, 3)));
        assert_eq!(Positions::new("").utf16(0), (0, 0));
    }
}
