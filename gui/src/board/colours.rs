//! Colours of squares and of pieces: those of the game file, or others that the user prefers.

use boardwright_draw::{Subject, player_colour};
use boardwright_game::ids::Player;
use boardwright_library::LoadedGame;
use boardwright_rules::{Colour, RuleSet};
use eframe::egui::Color32;
use serde::{Deserialize, Serialize};

use super::prepared::PreparedPosition;
use super::view::Board;
use crate::theme::board::{BLUE_GREY, HIGH_CONTRAST, SAFE_PLAYERS, STRONG_PLAYERS};

/// Colours of the squares of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardColours {
    /// As the game file says.
    #[default]
    File,
    /// Calm blue and grey.
    BlueGrey,
    /// Distinguishable with any kind of colour vision.
    HighContrast,
}

impl BoardColours {
    /// The colours of light and dark squares; `None` for those of the file.
    fn pair(self) -> Option<[Color32; 2]> {
        match self {
            Self::File => None,
            Self::BlueGrey => Some(BLUE_GREY),
            Self::HighContrast => Some(HIGH_CONTRAST),
        }
    }
}

/// Colours of the pieces of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceColours {
    /// As the game file says.
    #[default]
    File,
    /// Strong colours of much contrast.
    Strong,
    /// Distinguishable with any kind of colour vision.
    Safe,
}

/// Difference in lightness, from 0 to 1, from which on two colours are distinguishable with any kind of colour vision.
const SAFE_DIFFERENCE: f64 = 0.35;

impl PieceColours {
    /// The colours of the players of a game, in place of those of the file; none to keep those. Players whose pieces differ in
    /// lightness, as White and Black, keep their colours where only hues would help.
    pub fn of_players(self, file: &[Colour]) -> Vec<Colour> {
        let light = |colour: &Colour| f64::from(lightness(colour32(*colour))) / (8.0 * 255.0);
        let mut levels: Vec<f64> = file.iter().map(light).collect();
        levels.sort_by(f64::total_cmp);
        let is_distinct = levels.windows(2).all(|pair| pair[1] - pair[0] >= SAFE_DIFFERENCE);
        match self {
            Self::Safe if !is_distinct => cycle(&SAFE_PLAYERS, file.len()),
            Self::File | Self::Safe => Vec::new(),
            // A light and a dark side become white and black.
            Self::Strong if is_distinct && file.len() == 2 => {
                let (white, black) = (Colour(255, 255, 255), Colour(0, 0, 0));
                if light(&file[0]) > light(&file[1]) { vec![white, black] } else { vec![black, white] }
            }
            Self::Strong => cycle(&STRONG_PLAYERS, file.len()),
        }
    }
}

/// Returns the colour of a player beside the player's name; `None` if the game file gives none.
pub fn player_swatch(loaded: &LoadedGame, player: Player, colours: PieceColours) -> Option<Color32> {
    let rules = loaded.spec()?.rules();
    let file = (*rules.player_colours.get(player.index())?)?;
    let preferred = colours.of_players(&file_colours(rules));
    Some(colour32(preferred.get(player.index()).copied().unwrap_or(file)))
}

/// The colours of the players by the game file.
fn file_colours(rules: &RuleSet) -> Vec<Colour> {
    (1..=rules.players.len()).filter_map(Player::new).map(|player| player_colour(rules, player)).collect()
}

impl Board {
    /// Sets the colours of pieces that are prepared from now on.
    pub fn set_piece_colours(&self, rules: &RuleSet, colours: PieceColours) {
        self.album.set_player_colours(colours.of_players(&file_colours(rules)));
    }
}

fn cycle(colours: &[Colour], count: usize) -> Vec<Colour> {
    colours.iter().copied().cycle().take(count).collect()
}

fn colour32(Colour(red, green, blue): Colour) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Sum of the parts of a colour, by which the lighter one of two is found.
fn lightness(colour: Color32) -> u32 {
    let [red, green, blue, _] = colour.to_array();
    2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue)
}

impl PreparedPosition {
    /// The colours of the light and the dark squares as they are drawn now, on boards whose places are of two colours.
    fn squares(&self) -> Option<[Color32; 2]> {
        let mut fills: Vec<Color32> = Vec::new();
        for (subject, item) in &self.static_items {
            if let (Subject::Place(_), Some(fill)) = (subject, item.rectangle_fill()) {
                if !fills.contains(&fill) {
                    fills.push(fill);
                }
            }
        }
        fills.sort_by_key(|fill| std::cmp::Reverse(lightness(*fill)));
        <[Color32; 2]>::try_from(fills).ok()
    }

    /// Draws the squares in these colours. Boards that are not of squares in two colours keep their own.
    pub fn set_colours(&mut self, colours: BoardColours) {
        if self.colours == colours {
            return;
        }
        self.colours = colours;
        let Some(now) = self.squares() else { return };
        let original = *self.file_squares.get_or_insert(now);
        let wanted = colours.pair().unwrap_or(original);
        for (_, item) in self.static_items.iter_mut().filter(|(subject, _)| matches!(subject, Subject::Place(_))) {
            let fill = item.rectangle_fill();
            if let Some(index) = now.iter().position(|now| Some(*now) == fill) {
                item.set_rectangle_fill(wanted[index]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pictures::PictureCache;
    use boardwright_library::load;

    fn table(game: &str) -> PreparedPosition {
        let loaded = load(game).expect("it ships");
        let start = loaded.game().initial_state();
        let (game, state) = loaded.as_spec(&start).expect("a game file");
        PreparedPosition::new(game, state, None, &PictureCache::new(""))
    }

    #[test]
    fn players_get_distinguishable_colours() {
        let (white, black) = (Colour(0xf5, 0xf0, 0xe3), Colour(0x2d, 0x2d, 0x30));
        let (red, green) = (Colour(0xb8, 0x3a, 0x32), Colour(0x3f, 0x8a, 0x4f));
        assert_eq!(PieceColours::File.of_players(&[red, green]), []);
        assert_eq!(PieceColours::Safe.of_players(&[white, black]), [], "they differ in lightness");
        assert_eq!(PieceColours::Safe.of_players(&[red, green]), SAFE_PLAYERS[..2]);
        assert_eq!(PieceColours::Strong.of_players(&[black, white]), [Colour(0, 0, 0), Colour(255, 255, 255)]);
        assert_eq!(PieceColours::Strong.of_players(&[red; 8]).len(), 8);
    }

    #[test]
    fn squares_change_their_colours_and_change_back() {
        let mut table = table("chess");
        let file = table.squares().expect("two colours");
        assert_eq!(file[0], Color32::from_rgb(0xf0, 0xd9, 0xb5));
        for (colours, pair) in [
            (BoardColours::BlueGrey, BLUE_GREY),
            (BoardColours::HighContrast, HIGH_CONTRAST),
            (BoardColours::File, file),
        ] {
            table.set_colours(colours);
            assert_eq!(table.squares(), Some(pair), "{colours:?}");
        }
    }

    #[test]
    fn other_boards_keep_their_colours() {
        for game in ["hex", "go", "backgammon"] {
            let mut table = table(game);
            let before = format!("{:?}", table.static_items);
            table.set_colours(BoardColours::HighContrast);
            assert!(before == format!("{:?}", table.static_items), "{game}");
        }
    }
}
