//! List of the games of a text: tags, result and number of moves, without making the moves, so that files of many games are
//! listed quickly.

use std::collections::BTreeMap;
use std::ops::Range;

use super::movetext::count_moves;
use super::result::{parse_result, result_word};
use super::scan::NotationError;
use super::tags::{Dialect, ParsedGame};
use super::{Notation, sgf, stones, tags};

/// A game of a text whose moves have not been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Line at which it begins, from 1.
    pub line: usize,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Names of the players, the first one first.
    pub players: [String; 2],
    /// Result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: String,
    /// Values of the other tags by their names in PGN.
    pub tags: BTreeMap<String, String>,
    /// Number of words of the main line that denote moves.
    pub moves: usize,
    /// First error of the syntax.
    pub error: Option<NotationError>,
}

/// Lists the games of a text in a notation.
///
/// # Errors
/// If there is no game.
pub fn list_games(notation: Notation, text: &str) -> Result<Vec<ListedGame>, NotationError> {
    let dialect = match notation {
        Notation::Pgn => Dialect::Pgn,
        Notation::Pdn => Dialect::Pdn,
        Notation::Sgf => return Ok(sgf::read(text)?.iter().map(stones::listed).collect()),
    };
    Ok(tags::parse_games(text, dialect)?.into_iter().map(|parsed| listed(parsed, notation.colours())).collect())
}

fn listed(parsed: ParsedGame, colours: [&str; 2]) -> ListedGame {
    let behind = parsed.result.as_ref().map_or("", |(word, _)| word);
    let stated = [behind, parsed.value("Result")];
    let outcome = stated.iter().find_map(|word| parse_result(word).ok().flatten());
    ListedGame {
        line: parsed.place.line,
        range: parsed.range.clone(),
        players: colours.map(|colour| parsed.value(colour).to_owned()),
        result: result_word(outcome).to_owned(),
        moves: count_moves(&parsed),
        tags: parsed.tags.into_iter().map(|tag| (tag.name, tag.value)).collect(),
        error: parsed.error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_listed_without_their_moves() {
        let text = "[Event \"Cup\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {x} e5 (1... c5 2. d4) 2. Zz9 1-0\n\n\
                    [White \"C\"]\n\n1. d4 {open\n";
        let games = list_games(Notation::Pgn, text).unwrap();
        assert_eq!((games.len(), games[0].moves, games[0].result.as_str()), (2, 3, "1-0"));
        assert_eq!((&games[0].players, games[0].tags["Event"].as_str()), (&["A".into(), "B".into()], "Cup"));
        assert!(games[0].error.is_none() && games[1].error.is_some());
        assert!(text[games[1].range.clone()].starts_with("[White \"C\"]"));
        let text = "(;GM[4]SZ[15]PB[A]PW[B]RE[W+R]EV[Cup];B[aa](;W[bb];B[cc])(;W[dd]))";
        let games = list_games(Notation::Sgf, text).unwrap();
        assert_eq!((games[0].moves, games[0].result.as_str(), games[0].tags["Event"].as_str()), (3, "0-1", "Cup"));
        let text = "[Black \"A\"]\n[White \"B\"]\n\n1. 11-15 23-19 2. 8-11 1-0";
        let games = list_games(Notation::Pdn, text).unwrap();
        assert_eq!((games[0].moves, &games[0].players), (3, &["A".into(), "B".into()]));
    }
}
