//! Files of games: records, games in standard notations, and hands of poker. Every game is read by itself, so that a wrong
//! one does not affect the others. Record files are written by [`store`](crate::store).

use std::path::Path;

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_game::record::{RecordHeader, Seat};
use boardwright_games::holdem::acpc::parse_log;
use boardwright_games::holdem::phh::{self, HandHistory};
use boardwright_games::holdem::records::record_of;
use boardwright_games::notation::{self, Notation};

use crate::error::Error;
use crate::store::{self, StoredRecord};

/// Chips of each player and blinds in the logs of the Annual Computer Poker Competition, which do not state them.
const ACPC_STACK: u32 = 20_000;
const ACPC_BLINDS: [u32; 2] = [50, 100];

/// Game of a file.
#[derive(Debug)]
pub struct FileGame {
    /// Number in the file, from 1.
    pub number: usize,
    /// The record, or the reason why it cannot be read, with the name of the file and the place in it.
    pub record: Result<StoredRecord, String>,
    /// Parts of the text that are not in the record, with their lines.
    pub warnings: Vec<String>,
}

/// Names of the players of a record.
pub(crate) fn player_names(header: &RecordHeader) -> Vec<String> {
    let name = |seat: &Seat| {
        seat.parameters.get("name").cloned().filter(|_| seat.player == "human").unwrap_or_else(|| seat.player.clone())
    };
    header.players.iter().map(name).collect()
}

/// Result of a finished game: as in PGN for two players, otherwise in words.
pub(crate) fn result_text(outcome: Outcome, players: &[String]) -> String {
    match (outcome, players.len()) {
        (Outcome::Won(winner), 2) => if winner == Player::FIRST { "1-0" } else { "0-1" }.to_owned(),
        (Outcome::Won(winner), _) => {
            let name = players.get(winner.index()).cloned().unwrap_or_else(|| format!("player {winner}"));
            format!("{name} wins")
        }
        (Outcome::Draw, 2) => "1/2-1/2".to_owned(),
        (Outcome::Draw, _) => "a draw".to_owned(),
    }
}

/// Reads the games of a file.
///
/// # Errors
/// If the file cannot be read, or has no games.
pub fn read_games(path: &Path) -> Result<Vec<FileGame>, Error> {
    let bytes = store::read_bytes(path)?;
    let text = notation::decode_text(&bytes);
    let name = path.display().to_string();
    read_kind(FileKind::of(&name, &text), &name, &bytes, &text)
}

/// Reads the games of a file of a known format.
pub(crate) fn read_kind(kind: FileKind, name: &str, bytes: &[u8], text: &str) -> Result<Vec<FileGame>, Error> {
    let games = match kind {
        FileKind::Records => {
            let pieces = store::split_records(bytes).into_iter();
            pieces.map(|(line, piece)| (store::parse(piece, line), Vec::new())).collect()
        }
        FileKind::Notation(notation) => games_in_notation(notation, text).map_err(|error| at(name, &error))?,
        FileKind::HandHistories => hand_histories(text).map_err(|error| at(name, &error))?,
        FileKind::PokerLog => poker_log(text),
    };
    let game = |(number, (record, warnings)): (usize, ReadGame)| FileGame {
        number,
        record: record.map_err(|reason| format!("{name}: {reason}")),
        warnings,
    };
    Ok((1..).zip(games).map(game).collect())
}

fn at(name: &str, reason: &dyn std::fmt::Display) -> Error {
    Error::Input(format!("{name}: {reason}"))
}

/// A record, or the reason why it cannot be read, and warnings.
type ReadGame = (Result<StoredRecord, String>, Vec<String>);

/// Formats of files of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// Records of this program.
    Records,
    /// PGN, PDN or SGF.
    Notation(Notation),
    /// Poker hand histories (PHH), one or several.
    HandHistories,
    /// Match states or log lines of the Annual Computer Poker Competition (ACPC).
    PokerLog,
}

impl FileKind {
    /// Format of a file, by its extension or else by its text.
    pub(crate) fn of(name: &str, text: &str) -> Self {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        if matches!(ending.as_deref(), Some("phh" | "phhs")) {
            return Self::HandHistories;
        }
        let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next().unwrap_or_default();
        if first.starts_with("STATE:") || first.starts_with("MATCHSTATE:") {
            return Self::PokerLog;
        }
        if first.starts_with("variant =") || first.starts_with("variant=") {
            return Self::HandHistories;
        }
        Notation::of_file(name, text).map_or(Self::Records, Self::Notation)
    }
}

fn games_in_notation(notation: Notation, text: &str) -> Result<Vec<ReadGame>, notation::NotationError> {
    let games = notation::read_games(notation, &mut notation::load, text)?;
    let read = |game: notation::TextGame| {
        let record = game.record.map(StoredRecord::whole).map_err(|error| error.to_string());
        (record, game.warnings.iter().map(ToString::to_string).collect())
    };
    Ok(games.into_iter().map(read).collect())
}

fn hand_histories(text: &str) -> Result<Vec<ReadGame>, phh::PhhError> {
    let hands = phh::parse_all(text)?;
    let is_single = hands.len() == 1;
    let read = |hand: phh::NamedHand| {
        let place = if is_single { String::new() } else { format!("hand {}: ", hand.name) };
        hand_game(&place, hand.history.map_err(|error| error.to_string()))
    };
    Ok(hands.into_iter().map(read).collect())
}

fn poker_log(text: &str) -> Vec<ReadGame> {
    let hands = parse_log(text, ACPC_STACK, ACPC_BLINDS).into_iter();
    hands
        .map(|hand| hand_game(&format!("line {}: ", hand.line), hand.history.map_err(|error| error.to_string())))
        .collect()
}

/// A hand as a game; `place` begins its messages.
fn hand_game(place: &str, history: Result<HandHistory, String>) -> ReadGame {
    let notes = history.as_ref().map_or_else(|_| Vec::new(), |history| history.notes.clone());
    let record = history.and_then(|history| record_of(&history)).map(StoredRecord::whole);
    let warnings = notes.into_iter().map(|note| format!("{place}{note}")).collect();
    (record.map_err(|reason| format!("{place}{reason}")), warnings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_of_a_file_is_detected() {
        for (name, text, kind) in [
            ("a.jsonl", "{}", FileKind::Records),
            ("a.pgn", "", FileKind::Notation(Notation::Pgn)),
            ("a", "[Event \"a\"]", FileKind::Notation(Notation::Pgn)),
            ("a.phh", "", FileKind::HandHistories),
            ("a.PHHS", "", FileKind::HandHistories),
            ("a.toml", "# a hand\nvariant = 'NT'", FileKind::HandHistories),
            ("a.log", "# name\nSTATE:0:cc/cc/cc/cc:AsKs|QdQh/2c2d2h/3c/4c:1|-1:A|B", FileKind::PokerLog),
            ("a", "MATCHSTATE:0:0::AsKs|", FileKind::PokerLog),
        ] {
            assert_eq!(FileKind::of(name, text), kind, "{name}");
        }
    }

    fn read(name: &str, text: &str) -> Vec<FileGame> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read_games(&path).unwrap()
    }

    /// Reason why a game cannot be read.
    fn error(game: &FileGame) -> &str {
        game.record.as_ref().expect_err("it is wrong")
    }

    #[test]
    fn every_game_is_read_by_itself() {
        let text = "[Event \"Cup\"]\n[Date \"2024.05.06\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 {x} *\n% y\n\n\
                    [White \"C\"]\n\n1. e5 *\n\n1. d4 *";
        let games = read("a.pgn", text);
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(games.iter().map(|game| game.record.is_ok()).collect::<Vec<_>>(), [true, false, true]);
        assert!(error(&games[1]).contains("a.pgn: line 11, column 4: \"e5\" is not legal"), "{}", error(&games[1]));
        assert_eq!(games[0].warnings, ["line 7: left out is a comment (line 7)"]);
        let names = player_names(&games[0].record.as_ref().unwrap().record.header);
        assert_eq!(names, ["A", "B"]);
        assert_eq!(player_names(&games[2].record.as_ref().unwrap().record.header), ["human", "human"]);
    }

    #[test]
    fn hands_of_poker_are_games() {
        let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 200]\n\
                    actions = ['d dh p1 AsAd', 'd dh p2 7c8d', 'p2 f']\n";
        let single = read("a.phh", hand).remove(0).record.unwrap();
        assert_eq!(single.record.end.unwrap().scores, [1.0, -1.0]);
        let several = read("b.phhs", &format!("[1]\n{hand}\n[2]\n{hand}\n[3]\nvariant = 'PO'\n"));
        assert_eq!(several.iter().map(|game| game.record.is_ok()).collect::<Vec<_>>(), [true, true, false]);
        assert!(error(&several[2]).contains("hand 3: "), "{}", error(&several[2]));
        let log = "# name x\nSTATE:0:f:AsKs|QdQh:50|-50:A|B\nSTATE:1:nonsense\nSCORE:50|-50:A|B\n";
        let log = read("match.log", log);
        assert_eq!(log.iter().map(|game| game.record.is_ok()).collect::<Vec<_>>(), [true, false]);
        assert_eq!(log[0].record.as_ref().unwrap().record.moves.len(), 3);
        assert!(error(&log[1]).contains("line 3: "), "{}", error(&log[1]));
    }
}
