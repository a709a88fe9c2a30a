//! Index of a file of many games: what a list shows of each game, without making its moves. A game is read when it is opened,
//! and replaced in the file without a change of the other games.

use std::ops::Range;
use std::path::{Path, PathBuf};

use boardwright_game::record::{MoveTimes, Record, RecordLine};
use boardwright_games::notation::{self, ListedGame};
use boardwright_games::title;

use crate::LoadedGame;
use crate::error::Error;
use crate::game_files::{FileGame, FileKind, player_names, read_kind, result_text};
use crate::store::{self, StoredRecord};

/// Tags of the columns of a list.
const LISTED: [&str; 4] = ["Date", "Event", "Site", "Round"];
/// Tags that name the opening, the first known one first.
const OPENING: [&str; 3] = ["ECO", "Opening", "Variation"];

/// Entry of a game in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEntry {
    /// Names of the players.
    pub players: Vec<String>,
    /// Result; empty if it is not known.
    pub result: String,
    /// Date, as the file writes it.
    pub date: String,
    /// Event, place and round, as far as known; the game, if the file has games of several kinds.
    pub event: String,
    /// Opening: its code and its name, as far as known.
    pub opening: String,
    /// Number of moves.
    pub moves: usize,
    /// Reason why the game cannot be read, as far as known before its moves are made.
    pub error: Option<String>,
    /// The texts of the list in small letters, in which words are searched.
    searched: String,
    /// Line of the file at which the game begins, from 1.
    line: usize,
    /// Bytes of the decoded text.
    range: Range<usize>,
}

impl GameEntry {
    fn of_listed(game: ListedGame) -> Self {
        let mut entry = Self {
            players: game.players.into(),
            result: if game.result == "*" { String::new() } else { game.result },
            moves: game.moves,
            error: game.error.map(|error| error.to_string()),
            line: game.line,
            range: game.range,
            ..Self::default()
        };
        entry.set_tags(|name| game.tags.get(name).map(String::as_str));
        entry
    }

    fn of_record(record: &Record, line: usize, range: Range<usize>) -> Self {
        let players = player_names(&record.header);
        let outcome = record.end.as_ref().and_then(|end| end.outcome);
        let mut entry = Self {
            result: outcome.map_or_else(String::new, |outcome| result_text(outcome, &players)),
            players,
            moves: record.moves.iter().filter(|played| played.player.is_some()).count(),
            line,
            range,
            ..Self::default()
        };
        entry.set_tags(|name| record.header.metadata.tags.get(name).map(String::as_str));
        if entry.event.is_empty() {
            entry.event = game_title(&record.header.name);
            entry.set_searched();
        }
        entry
    }

    /// Sets what tags say; an unknown value counts as none.
    fn set_tags<'t>(&mut self, tag: impl Fn(&str) -> Option<&'t str>) {
        let known = |name: &str| {
            let value = tag(name).unwrap_or_default().trim();
            (!value.is_empty() && !value.starts_with('?')).then(|| value.to_owned())
        };
        let [date, event, site, round] = LISTED.map(known);
        self.date = date.unwrap_or_default();
        self.event = [event, site, round].into_iter().flatten().collect::<Vec<_>>().join(", ");
        self.opening = OPENING.iter().filter_map(|name| known(name)).collect::<Vec<_>>().join(" ");
        self.set_searched();
    }

    fn set_searched(&mut self) {
        let mut text = self.players.join(" ");
        for part in [&self.result, &self.date, &self.event, &self.opening] {
            text.push(' ');
            text.push_str(part);
        }
        self.searched = text.to_lowercase();
    }

    /// `true` if all words, in small letters, occur in what the list shows of the game.
    pub fn contains(&self, words: &[&str]) -> bool {
        words.iter().all(|word| self.searched.contains(word))
    }
}

/// Title of a shipped game; the name of another one.
pub fn game_title(name: &str) -> String {
    title(name).unwrap_or(name).to_owned()
}

/// Index of a file of games.
#[derive(Debug)]
pub struct GameIndex {
    path: PathBuf,
    kind: FileKind,
    bytes: Vec<u8>,
    text: String,
    /// The games in the order of the file.
    pub entries: Vec<GameEntry>,
}

/// Reason why a game of a file cannot be replaced.
const NO_NOTES: &str = "hands of poker in PHH and logs of ACPC have no place for comments and variations; save the game as a \
                        record (.jsonl)";

impl GameIndex {
    /// Reads the index of the file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read, or has no games.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::of_bytes(path, store::read_bytes(path)?)
    }

    fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, Error> {
        let text = notation::decode_text(&bytes).into_owned();
        let name = path.display().to_string();
        let kind = FileKind::of(&name, &text);
        let entries = match kind {
            FileKind::Notation(notation) => {
                let listed = notation::list_games(notation, &text);
                let listed = listed.map_err(|error| Error::Input(format!("{name}: {error}")))?;
                listed.into_iter().map(GameEntry::of_listed).collect()
            }
            FileKind::Records => listed_records(&bytes),
            FileKind::HandHistories | FileKind::PokerLog => {
                let games = read_kind(kind, &name, &bytes, &text)?;
                let entry = |game: &FileGame| match &game.record {
                    Ok(stored) => GameEntry::of_record(&stored.record, game.number, 0..0),
                    Err(reason) => GameEntry { error: Some(reason.clone()), ..GameEntry::default() },
                };
                games.iter().map(entry).collect()
            }
        };
        Ok(Self { path: path.to_owned(), kind, bytes, text, entries })
    }

    /// Reads the game with this number, from 1; `None` if there is no such game.
    pub fn game(&self, number: usize) -> Option<FileGame> {
        let entry = self.entries.get(number.checked_sub(1)?)?;
        let name = self.path.display().to_string();
        let named = |reason: String| format!("{name}: {reason}");
        match self.kind {
            FileKind::Notation(notation) => {
                let text = &self.text[entry.range.clone()];
                let begin = entry.line - 1;
                let game = match notation::read_games(notation, &mut notation::load, text) {
                    Ok(games) => games.into_iter().next()?,
                    Err(error) => {
                        return Some(FileGame { number, record: Err(named(error.to_string())), warnings: vec![] });
                    }
                };
                let record = game.record.map(StoredRecord::whole).map_err(|mut error| {
                    error.line += begin;
                    named(error.to_string())
                });
                let warnings = game.warnings.into_iter().map(|mut warning| {
                    warning.line += begin;
                    warning.to_string()
                });
                Some(FileGame { number, record, warnings: warnings.collect() })
            }
            FileKind::Records => {
                let record = store::parse(&self.bytes[entry.range.clone()], entry.line).map_err(named);
                Some(FileGame { number, record, warnings: Vec::new() })
            }
            FileKind::HandHistories | FileKind::PokerLog => {
                let games = read_kind(self.kind, &name, &self.bytes, &self.text).ok()?;
                games.into_iter().nth(number - 1)
            }
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Names of the colours of the players, if all games of the file are of two players with colours.
    pub fn colours(&self) -> Option<[&'static str; 2]> {
        match self.kind {
            FileKind::Notation(notation) => Some(notation.colours()),
            _ => None,
        }
    }

    /// Text of a record in the format of the file.
    ///
    /// # Errors
    /// If games of the file cannot have comments and variations, or the format cannot express the record.
    pub fn text_of(&self, loaded: &LoadedGame, record: &Record, clock: Option<&MoveTimes>) -> Result<String, String> {
        match (self.kind, loaded.spec()) {
            (FileKind::Notation(_), Some(game)) => notation::write(game, record),
            (FileKind::Records, _) => Ok(store::record_text(record, clock)),
            _ => Err(NO_NOTES.to_owned()),
        }
    }

    /// Returns the index with another text of the game with this number, from 1. The bytes of all other games stay as they
    /// are; the file is not written.
    ///
    /// # Errors
    /// If the format or the encoding of the file cannot have the text.
    pub fn with_game(&self, number: usize, text: &str) -> Result<Self, String> {
        if !matches!(self.kind, FileKind::Notation(_) | FileKind::Records) {
            return Err(NO_NOTES.to_owned());
        }
        let entry = number.checked_sub(1).and_then(|at| self.entries.get(at));
        let entry = entry.ok_or_else(|| format!("{} has no game {number}", self.path.display()))?;
        let range = match self.kind {
            FileKind::Records => entry.range.clone(),
            _ => self.byte_range(&entry.range)?,
        };
        let (before, after) = (&self.bytes[..range.start], &self.bytes[range.end..]);
        let text = if self.kind == FileKind::Records { text } else { text.trim_end() };
        let bytes = [before, &self.encoded(text)?, after].concat();
        let changed = Self::of_bytes(&self.path, bytes).map_err(|error| error.to_string())?;
        if changed.entries.len() != self.entries.len() {
            let path = self.path.display();
            return Err(format!(
                "the text of game {number} of {path} would not be read as one game; save to another file"
            ));
        }
        Ok(changed)
    }

    /// Returns the index with the text of a changed record in place of the game with this number, like [`Self::with_game`].
    ///
    /// # Errors
    /// As for [`Self::with_game`], and if the game in the file has other players or tags, because the file has been changed.
    pub fn with_record(&self, number: usize, record: &Record, text: &str) -> Result<Self, String> {
        let stored = self.game(number).and_then(|game| game.record.ok());
        let is_same = stored.is_some_and(|stored| {
            let (old, new) = (&stored.record.header, &record.header);
            old.players == new.players && old.metadata.tags == new.metadata.tags
        });
        if !is_same {
            let path = self.path.display();
            return Err(format!(
                "game {number} of {path} has other players or tags than this game; save to another file"
            ));
        }
        self.with_game(number, text)
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// `true` if the file is read as Latin-1.
    fn is_latin_1(&self) -> bool {
        self.text.as_bytes() != self.bytes && self.text.chars().count() == self.bytes.len()
    }

    /// Range of bytes in the file for one of the decoded text.
    fn byte_range(&self, range: &Range<usize>) -> Result<Range<usize>, String> {
        if self.text.as_bytes() == self.bytes {
            return Ok(range.clone());
        }
        let at = |offset: usize| self.text[..offset].chars().count();
        if self.is_latin_1() { Ok(at(range.start)..at(range.end)) } else { Err(self.other_encoding("UTF-16")) }
    }

    /// A text in the encoding of the file.
    fn encoded(&self, text: &str) -> Result<Vec<u8>, String> {
        if !self.is_latin_1() {
            return Ok(text.as_bytes().to_vec());
        }
        let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
        bytes.map_err(|_| self.other_encoding("Latin-1, which lacks some of the letters"))
    }

    fn other_encoding(&self, encoding: &str) -> String {
        format!("{} is encoded in {encoding}; save the game to another file", self.path.display())
    }
}

/// Entries of the records of a file; of each, only the ends are parsed that the list shows.
fn listed_records(bytes: &[u8]) -> Vec<GameEntry> {
    let begin = bytes.as_ptr() as usize;
    let entry = |(line, piece): (usize, &[u8])| {
        let at = piece.as_ptr() as usize - begin;
        let range = at..at + piece.len();
        let mut lines = piece.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let Some(Ok(RecordLine::Game(header))) = lines.next().map(serde_json::from_slice) else {
            let error = Some(format!("line {line}: this is no line of a record"));
            return GameEntry { error, line, range, ..GameEntry::default() };
        };
        let is_end = |line: &&[u8]| line.starts_with(br#"{"type":"end""#);
        let end = lines.clone().find(is_end).and_then(|line| serde_json::from_slice::<RecordLine>(line).ok());
        let end = end.and_then(|line| if let RecordLine::End(end) = line { Some(end) } else { None });
        let moves = lines.filter(|line| line.starts_with(br#"{"type":"move""#)).count();
        let record = Record { header, moves: Vec::new(), end };
        GameEntry { moves, ..GameEntry::of_record(&record, line, range) }
    };
    store::split_records(bytes).into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PGN: &str = "[Event \"Cup\"]\n[Date \"2024.05.06\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[ECO \"C20\"]\n[Result \"1-0\"]\n\n\
                       1. e4   {odd  spaces} e5 1-0\n\n\n; between\n[White \"Cem\"]\n[Black \"Dia\"]\n\n1. d4 *\n\n1. e5 *\n";

    fn index(name: &str, text: &[u8]) -> GameIndex {
        GameIndex::of_bytes(Path::new(name), text.to_vec()).unwrap()
    }

    #[test]
    fn games_are_listed_and_read_by_number() {
        let index = index("a.pgn", PGN.as_bytes());
        let first = &index.entries[0];
        assert_eq!(
            (first.result.as_str(), first.date.as_str(), first.event.as_str(), first.opening.as_str(), first.moves),
            ("1-0", "2024.05.06", "Cup", "C20", 2)
        );
        assert!(first.contains(&["ann", "cup", "2024"]) && first.contains(&["1-0"]) && !first.contains(&["cem"]));
        assert_eq!(index.entries.len(), 3);
        assert_eq!(index.game(2).unwrap().record.unwrap().record.moves.len(), 1);
        let reason = index.game(3).unwrap().record.unwrap_err();
        assert!(reason.starts_with("a.pgn: line 17, column 4: \"e5\" is not legal"), "{reason}");
        assert!(index.game(0).is_none() && index.game(4).is_none());
    }

    #[test]
    fn other_games_stay_byte_for_byte() {
        let whole = index("a.pgn", PGN.as_bytes());
        let changed = whole.with_game(2, "[White \"Éva\"]\n\n1. d4 d5 *\n").unwrap();
        let expected =
            PGN.replace("; between\n[White \"Cem\"]\n[Black \"Dia\"]\n\n1. d4 *", "[White \"Éva\"]\n\n1. d4 d5 *");
        assert_eq!(String::from_utf8(changed.bytes().to_vec()).unwrap(), expected);
        assert_eq!((changed.entries.len(), changed.entries[1].players[0].as_str()), (3, "Éva"));
        // Latin-1, and a byte order mark of UTF-8.
        let latin: Vec<u8> = PGN.replace("Ann", "Ünn").chars().map(|letter| letter as u8).collect();
        let latin = index("a.pgn", &latin);
        let changed = latin.with_game(2, "[White \"Éva\"]\n\n1. d4 *\n").unwrap();
        assert!(changed.bytes().contains(&0xc9) && changed.bytes().contains(&0xdc));
        assert!(latin.with_game(2, "[White \"Łukasz\"]\n\n*").unwrap_err().contains("Latin-1"));
        let marked = index("a.pgn", format!("\u{feff}{PGN}").as_bytes());
        let changed = marked.with_game(1, "[White \"A\"]\n\n1. c4 *").unwrap();
        assert!(changed.bytes().starts_with("\u{feff}[White \"A\"]\n\n1. c4 *\n\n\n; between".as_bytes()));
    }

    #[test]
    fn only_the_same_game_is_replaced_by_a_record() {
        let index = index("a.pgn", PGN.as_bytes());
        let record = index.game(2).unwrap().record.unwrap().record;
        let changed = index.with_record(2, &record, "[White \"Cem\"]\n[Black \"Dia\"]\n\n1. d4 {x} *").unwrap();
        assert_eq!(changed.bytes(), PGN.replace("1. d4", "1. d4 {x}").replace("; between\n", "").as_bytes());
        for number in [1, 3, 4] {
            let error = index.with_record(number, &record, "").unwrap_err();
            assert!(error.ends_with("has other players or tags than this game; save to another file"), "{error}");
        }
    }

    #[test]
    fn records_are_replaced_too_and_hands_are_not() {
        let record = |name: &str| {
            format!(
                "{{\"type\":\"game\",\"format\":1,\"game\":\"nim\",\"name\":\"nim\",\"hash\":null,\"players\":[{{\"player\":\
                 \"human\",\"parameters\":{{\"name\":\"{name}\"}}}}],\"seed\":1}}\n{{\"type\":\"move\",\"ply\":1,\"player\":1,\
                 \"move\":\"a b c\"}}\n"
            )
        };
        let whole = index("a.jsonl", format!("{}{}{}", record("A"), record("B"), record("C")).as_bytes());
        assert_eq!((whole.entries.len(), whole.entries[1].moves, whole.entries[1].players[0].as_str()), (3, 1, "B"));
        assert_eq!((whole.entries[1].event.as_str(), whole.entries[1].contains(&["nim"])), ("Nim", true));
        let changed = whole.with_game(2, &record("D")).unwrap();
        assert_eq!(changed.bytes(), format!("{}{}{}", record("A"), record("D"), record("C")).as_bytes());
        let log = index("a.log", b"STATE:0:f:AsKs|QdQh:50|-50:A|B\n");
        assert_eq!((log.entries.len(), log.with_game(1, "").unwrap_err().as_str()), (1, NO_NOTES));
    }
}
