//! The ids of the markers around a board. They follow from the name of its game and its pitch, so that one board is not
//! mistaken for another. Their positions are in [`markers`](super::markers).

use super::FindError;

/// Number of ids for each corner: the dictionary has 50 markers, of which 48 are used.
const IDS_PER_CORNER: u32 = 12;

/// Number of corners, and the difference of consecutive ids of one corner.
const CORNERS: u32 = 4;

/// Number of codes of games: one digit at each of three corners.
const GAME_CODES: u32 = IDS_PER_CORNER.pow(3);

/// Pitches that are proposed for the marker of a pitch, in mm.
pub(super) const LIKELY_PITCHES: std::ops::RangeInclusive<u32> = 10..=50;

/// The ids of the four markers around a board: upper left, upper right, lower right and lower left.
///
/// The remainder of an id by 4 is its corner, for every board, so a single marker shows which corner it belongs to. The
/// quotient is a digit of base 12. The digits of the first three corners, the lowest first, are the code of the game,
/// 1 + CRC-32 of its name mod 1727; the digit of the lower left corner is the pitch, rounded to whole mm, mod 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerIds(pub [u32; 4]);

impl MarkerIds {
    /// The markers of boards without a code: loose ones for any board, and boards printed before there were codes.
    pub const GENERIC: Self = Self([0, 1, 2, 3]);

    /// The markers of a game's board with the given distance of neighbouring places, in mm: markers without a code if it is
    /// no whole number.
    pub fn for_board(game: &str, pitch: f64) -> Self {
        if (pitch - pitch.round()).abs() > 0.05 {
            return Self::GENERIC;
        }
        let digits = [0, 1, 2].map(|corner| game_digit(game, corner));
        let digits = [digits[0], digits[1], digits[2], pitch.round() as u32 % IDS_PER_CORNER];
        Self(std::array::from_fn(|corner| CORNERS * digits[corner] + corner as u32))
    }

    /// `true` if the marker that tells the pitch is among the visible ones, with two more of these.
    pub(super) fn are_in(self, visible: &[u32]) -> bool {
        visible.contains(&self.0[3]) && self.count_in(visible) >= 3
    }

    /// Number of these markers among visible ones.
    fn count_in(self, visible: &[u32]) -> usize {
        self.0.iter().filter(|id| visible.contains(id)).count()
    }
}

/// Digit of a game's code at one of the first three corners.
fn game_digit(game: &str, corner: u32) -> u32 {
    let code = 1 + crc32(game.as_bytes()) % (GAME_CODES - 1);
    code / IDS_PER_CORNER.pow(corner) % IDS_PER_CORNER
}

/// CRC-32 with the reflected polynomial of IEEE 802.3, as in zip files.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
    let add = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc));
    !bytes.iter().fold(!0, add)
}

/// The board whose markers are searched.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedBoard<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The distance of neighbouring places, in mm.
    pub pitch: f64,
    /// The names of games whose boards are recognised in error messages.
    pub known_games: &'a [&'a str],
    /// `true` if the markers of other boards are accepted, whether they fit or not.
    pub accepts_any: bool,
}

impl ExpectedBoard<'_> {
    /// Chooses the markers of the board from the visible ids: its own, or the generic ones.
    ///
    /// # Errors
    ///
    /// [`FindError::OtherBoard`] when markers of another board are visible.
    pub(super) fn choose_markers(&self, visible: &[u32]) -> Result<MarkerIds, FindError> {
        let own = MarkerIds::for_board(self.game, self.pitch);
        let ids = if MarkerIds::GENERIC.count_in(visible) > own.count_in(visible) { MarkerIds::GENERIC } else { own };
        // Markers at corners where the right one is missing; others may lie around on the table.
        let is_foreign = |id: &&u32| **id < CORNERS * IDS_PER_CORNER && !visible.contains(&ids.0[corner(**id)]);
        let foreign: Vec<u32> = visible.iter().filter(is_foreign).copied().collect();
        if self.accepts_any {
            let mut accepted = ids;
            for id in foreign {
                accepted.0[corner(id)] = id;
            }
            return Ok(accepted);
        }
        // A single marker is no board: something on the table may look like one.
        let known = ids.count_in(visible);
        if foreign.is_empty() || known + foreign.len() < 2 {
            return Ok(ids);
        }
        let mut visible: Vec<u32> =
            visible.iter().copied().filter(|id| ids.0.contains(id) || foreign.contains(id)).collect();
        visible.sort_by_key(|id| corner(*id));
        Err(FindError::OtherBoard { owner: self.describe_owner(&visible), visible, expected: own })
    }

    /// Describes the board to which markers belong, as far as they tell.
    fn describe_owner(&self, visible: &[u32]) -> String {
        let of_game: Vec<u32> = visible.iter().copied().filter(|id| corner(*id) < 3).collect();
        let fits =
            |game: &&str| of_game.len() >= 2 && of_game.iter().all(|id| id / CORNERS == game_digit(game, id % CORNERS));
        let pitches = visible.iter().find(|id| corner(**id) == 3).map(|id| {
            let all = LIKELY_PITCHES.filter(|pitch| pitch % IDS_PER_CORNER == id / CORNERS);
            let all: Vec<String> = all.map(|pitch| pitch.to_string()).collect();
            let (last, others) = all.split_last().expect("there is a likely pitch for each digit");
            format!(" for a pitch of {} or {last} mm", others.join(", "))
        });
        let pitches = pitches.unwrap_or_default();
        if fits(&self.game) {
            return format!("the markers of this game{pitches}, not of {} mm", self.pitch);
        }
        let mut known = self.known_games.iter().filter(|game| fits(game));
        match (known.next(), known.next()) {
            (Some(game), None) => format!("the markers of {game}{pitches}"),
            _ => format!("the markers of another board{pitches}"),
        }
    }
}

/// The ids among visible ones that markers around boards have, sorted by their corners.
pub(super) fn board_markers(visible: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut ids: Vec<u32> = visible.filter(|id| *id < CORNERS * IDS_PER_CORNER).collect();
    ids.sort_by_key(|id| (corner(*id), *id));
    ids
}

/// Corner of a marker, in the order of [`MarkerIds`].
fn corner(id: u32) -> usize {
    (id % CORNERS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board<'a>(game: &'a str, known_games: &'a [&'a str]) -> ExpectedBoard<'a> {
        ExpectedBoard { game, pitch: 25.0, known_games, accepts_any: false }
    }

    #[test]
    fn ids_follow_from_name_and_pitch() {
        // The check value of CRC-32.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(MarkerIds::for_board("draughts", 25.0), MarkerIds([44, 45, 34, 7]));
        assert_eq!(MarkerIds::for_board("draughts", 40.04), MarkerIds([44, 45, 34, 19]));
        // Markers tell whole millimetres.
        assert_eq!(MarkerIds::for_board("draughts", 40.4), MarkerIds::GENERIC);
        assert_eq!(MarkerIds::for_board("chess", 25.0), MarkerIds([20, 17, 26, 7]));
        for game in ["a", "b", "mill", "reversi"] {
            for pitch in [2.0, 23.0, 24.0, 35.0, 500.0] {
                let ids = MarkerIds::for_board(game, pitch);
                assert!(ids.0.iter().all(|id| *id < 48) && ids.0.map(corner) == [0, 1, 2, 3], "{ids:?}");
                assert_ne!(ids.0[..3], MarkerIds::GENERIC.0[..3]);
            }
        }
    }

    #[test]
    fn own_and_generic_markers_are_chosen() {
        let draughts = board("draughts", &[]);
        for (visible, ids) in [
            (&[44_u32, 45, 34, 7] as &[u32], [44, 45, 34, 7]),
            (&[34, 7], [44, 45, 34, 7]),
            (&[3, 2, 1, 0], [0, 1, 2, 3]),
            (&[0, 2], [0, 1, 2, 3]),
            (&[], [44, 45, 34, 7]),
            // A single foreign marker, and foreign ones beside a complete set.
            (&[20], [44, 45, 34, 7]),
            (&[44, 45, 34, 7, 20, 17], [44, 45, 34, 7]),
            // Number 48 is not in use.
            (&[44, 45, 48], [44, 45, 34, 7]),
        ] {
            assert_eq!(draughts.choose_markers(visible), Ok(MarkerIds(ids)), "{visible:?}");
        }
    }

    #[test]
    fn markers_of_other_boards_are_refused_by_name() {
        let known = ["alquerque", "chess", "draughts"];
        let refused = |visible: &[u32]| board("draughts", &known).choose_markers(visible).unwrap_err().to_string();
        let chess = refused(&[26, 7, 20, 17]);
        assert!(chess.starts_with("markers 20, 17, 26, 7 are visible, not 44, 45, 34, 7: these are the markers of chess for a pitch of 13, 25, 37 or 49 mm"), "{chess}");
        assert!(chess.contains("--force"), "{chess}");
        let pitch = refused(&[44, 45, 34, 3]);
        assert!(
            pitch.contains("these are the markers of this game for a pitch of 12, 24, 36 or 48 mm, not of 25 mm"),
            "{pitch}"
        );
        assert!(refused(&[20, 17]).contains("these are the markers of chess; "), "two markers may be enough");
        assert!(refused(&[20, 25]).contains("these are the markers of another board; "));
        assert!(refused(&[0, 1, 38, 7]).contains("these are the markers of alquerque for"));
    }

    #[test]
    fn markers_of_other_boards_are_accepted_on_request() {
        let any = ExpectedBoard { accepts_any: true, ..board("draughts", &[]) };
        for (visible, ids) in [
            (&[20_u32, 17, 26, 7] as &[u32], [20, 17, 26, 7]),
            (&[17, 26], [44, 17, 26, 7]),
            (&[44, 45, 34, 7, 20], [44, 45, 34, 7]),
            (&[1, 2, 3, 20], [20, 1, 2, 3]),
        ] {
            assert_eq!(any.choose_markers(visible), Ok(MarkerIds(ids)), "{visible:?}");
        }
    }
}
