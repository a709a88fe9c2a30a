//! The lines of which a record on disk consists: one before the game, one per move, one after it.
//! A file that was cut off after any of them is a record up to there.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Clock, End, FORMAT, Header, Played, Record};

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// The first line.
    Game(Header),
    /// A move.
    Move(Played),
    /// Moves were taken back; only in a record of a game that still goes on.
    Back {
        /// The first ply that no longer counts.
        ply: usize,
    },
    /// The end of the game.
    End(End),
    /// What a clock measured; after the end, since it is no part of the record.
    Clock(Clock),
}

/// Why lines make no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// Nothing is there.
    #[error("the record is empty")]
    Empty,
    /// It begins with something else.
    #[error("line 1: a record begins with a line of the type \"game\"")]
    NoHeader,
    /// Written by a newer program.
    #[error("line 1: this record has the format {found}; this program reads formats up to {FORMAT}")]
    Newer {
        /// Its format.
        found: u32,
    },
    /// A second header, or anything but a clock after the end.
    #[error("line {line}: nothing of this type is expected here")]
    Misplaced {
        /// From 1.
        line: usize,
    },
    /// Moves are missing, or there twice.
    #[error("line {line}: this is ply {found}, but ply {expected} is next")]
    Ply {
        /// From 1.
        line: usize,
        /// The next one.
        expected: usize,
        /// The one given.
        found: usize,
    },
}

impl Record {
    /// The lines of this record.
    pub fn lines(&self) -> impl Iterator<Item = Line> {
        let header = Line::Game(self.header.clone());
        let moves = self.moves.iter().cloned().map(Line::Move);
        let end = self.end.clone().map(Line::End);
        std::iter::once(header).chain(moves).chain(end)
    }

    /// The record that lines make, and what a clock measured.
    pub fn from_lines(lines: impl IntoIterator<Item = Line>) -> Result<(Self, Option<Clock>), RecordError> {
        let mut lines = lines.into_iter().enumerate();
        let header = match lines.next() {
            None => return Err(RecordError::Empty),
            Some((_, Line::Game(header))) => header,
            Some(_) => return Err(RecordError::NoHeader),
        };
        if header.format > FORMAT {
            return Err(RecordError::Newer { found: header.format });
        }
        let first = header.opening.len() + 1;
        let mut record = Self { header, moves: Vec::new(), end: None };
        let mut clock = None;
        for (index, line) in lines {
            let misplaced = RecordError::Misplaced { line: index + 1 };
            let expected = first + record.moves.len();
            let wrong_ply = |found| RecordError::Ply { line: index + 1, expected, found };
            match line {
                Line::Clock(read) if clock.is_none() => clock = Some(read),
                _ if record.end.is_some() || clock.is_some() => return Err(misplaced),
                Line::Move(played) if played.ply == expected => record.moves.push(played),
                Line::Move(played) => return Err(wrong_ply(played.ply)),
                Line::Back { ply } if (first..=expected).contains(&ply) => {
                    record.moves.truncate(ply - first);
                }
                Line::Back { ply } => return Err(wrong_ply(ply)),
                Line::End(end) => record.end = Some(end),
                Line::Game(_) | Line::Clock(_) => return Err(misplaced),
            }
        }
        Ok((record, clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Reason, Seat};

    fn header() -> Header {
        Header {
            format: FORMAT,
            game: "heap".into(),
            name: "heap".into(),
            hash: None,
            options: [].into(),
            players: vec![Seat { player: "random".into(), parameters: [].into() }; 2],
            seed: 3,
            position: None,
            opening: vec!["take 1".into()],
        }
    }

    fn played(ply: usize) -> Line {
        Line::Move(Played { ply, player: None, text: "take 2".into(), rule: None })
    }

    fn end() -> Line {
        Line::End(End { reason: Reason::Left, outcome: None, scores: vec![], by: None, note: None, fault: None })
    }

    fn read(lines: impl IntoIterator<Item = Line>) -> Result<Record, RecordError> {
        Record::from_lines(lines).map(|(record, _)| record)
    }

    #[test]
    fn lines_make_the_record_that_they_came_from() {
        let clock = Line::Clock(Clock { seconds: vec![0.5] });
        let record = read([Line::Game(header()), played(2), played(3), end(), clock]).unwrap();
        assert_eq!(record.moves.len(), 2);
        assert_eq!(read(record.lines()), Ok(record));
    }

    #[test]
    fn cut_off_anywhere_it_is_a_record_up_to_there() {
        let whole = [Line::Game(header()), played(2), played(3), end()];
        for kept in 1..whole.len() {
            let record = read(whole[..kept].to_vec()).unwrap();
            assert_eq!((record.moves.len(), record.end), (kept - 1, None));
        }
    }

    #[test]
    fn moves_that_were_taken_back_do_not_count() {
        let record = read([Line::Game(header()), played(2), played(3), Line::Back { ply: 2 }, played(2)]).unwrap();
        assert_eq!(record.moves.len(), 1);
    }

    #[test]
    fn refuses_what_is_no_record() {
        assert_eq!(read([]), Err(RecordError::Empty));
        assert_eq!(read([played(1)]), Err(RecordError::NoHeader));
        let game = || Line::Game(header());
        assert_eq!(read([game(), game()]), Err(RecordError::Misplaced { line: 2 }));
        assert_eq!(read([game(), end(), played(2)]), Err(RecordError::Misplaced { line: 3 }));
        assert_eq!(read([game(), played(3)]), Err(RecordError::Ply { line: 2, expected: 2, found: 3 }));
        assert_eq!(read([game(), Line::Back { ply: 1 }]), Err(RecordError::Ply { line: 2, expected: 2, found: 1 }));
        let newer = Line::Game(Header { format: 2, ..header() });
        assert_eq!(read([newer]), Err(RecordError::Newer { found: 2 }));
    }
}
