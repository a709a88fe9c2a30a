//! Colours of the words of game files, scripts and rule files.

use boardwright_lang::analysis::TokenClass;
use eframe::egui::Color32;

use super::palette::{DARK, LIGHT};

/// Returns the colour of a class of words on the ground of text fields.
pub fn colour(class: TokenClass, is_dark: bool) -> Color32 {
    let (dark, light) = match class {
        TokenClass::Operator => return if is_dark { DARK.text } else { LIGHT.text },
        TokenClass::Comment => ((0x8a, 0x93, 0x8a), (0x5e, 0x68, 0x5e)),
        TokenClass::Section => ((0xff, 0xc9, 0x6b), (0x8a, 0x50, 0x00)),
        TokenClass::Key => ((0x7f, 0xb8, 0xf0), (0x1d, 0x5c, 0x99)),
        TokenClass::Keyword | TokenClass::Macro => ((0xf0, 0x9a, 0xb8), (0xa0, 0x22, 0x5a)),
        TokenClass::Function => ((0x7d, 0xd6, 0xd0), (0x0a, 0x66, 0x66)),
        TokenClass::Variable => ((0xe6, 0xc8, 0x9a), (0x75, 0x53, 0x12)),
        TokenClass::Parameter => ((0xd0, 0xa0, 0xf0), (0x7a, 0x2f, 0xa8)),
        TokenClass::Type => ((0x9c, 0xc8, 0xff), (0x2b, 0x52, 0xb0)),
        TokenClass::Thing => ((0xb8, 0xd8, 0x8c), (0x3f, 0x64, 0x12)),
        TokenClass::Expression => ((0xf0, 0xe0, 0x90), (0x6b, 0x5a, 0x00)),
        TokenClass::State | TokenClass::Rule => ((0xff, 0xb0, 0x80), (0x9a, 0x45, 0x10)),
        TokenClass::Number => ((0x9f, 0xe0, 0xb0), (0x1e, 0x70, 0x3a)),
        TokenClass::Text => ((0xf0, 0xa8, 0x90), (0xa0, 0x40, 0x22)),
        TokenClass::Colour => ((0xe8, 0xd8, 0x90), (0x75, 0x60, 0x00)),
    };
    let (red, green, blue) = if is_dark { dark } else { light };
    Color32::from_rgb(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::palette::contrast;

    #[test]
    fn words_contrast_with_the_ground_of_fields() {
        for class in TokenClass::ALL {
            for (is_dark, palette) in [(true, &DARK), (false, &LIGHT)] {
                let found = contrast(colour(class, is_dark), palette.field);
                assert!(found >= 4.5, "{class:?}: {found:.2}");
            }
        }
    }
}
